#!/bin/sh
# Makes a release the one that runs: the link /opt/dueline/current, its systemd units, and a restart of what runs. As root:
#
#   sh /opt/dueline/0.3.1/deploy/use-release.sh              forward, to the release of this file
#   sh /opt/dueline/0.3.1/deploy/use-release.sh 0.3.0        back, to another one beside it
#
# The two newest releases stay, and the one that ran; older ones are removed. Own lines of a unit belong into
# `systemctl edit dueline`, which this keeps.
set -eu
units=${UNITS:-/etc/systemd/system}

own=$(cd "$(dirname "$0")/.." && pwd -P)
place=$(dirname "$own")
version=${1:-$(basename "$own")}
release=$place/$version
if [ ! -x "$release/bin/dueline" ]; then
  echo "There is no release in $release." >&2
  exit 1
fi
before=$(readlink "$place/current" || true)

ln -sfn "$version" "$place/.next"
mv -fT "$place/.next" "$place/current"

# An older release may name its folder without `current`, and lack a file: then the present one stays.
install_unit() {
  [ -e "$release/deploy/$1" ] || return 0
  sed "s#/opt/dueline\(/current\)\{0,1\}\([/ ]\|\$\)#$place/current\2#g" "$release/deploy/$1" > "$units/$2"
  chmod 644 "$units/$2"
}
install_unit dueline.service dueline.service
update_unit() {
  [ ! -e "$units/$2" ] || install_unit "$1" "$2"
}
update_unit dueline.service dueline@.service
update_unit instance.conf dueline@.service.d/instance.conf
update_unit dueline-backup.service dueline-backup.service
update_unit dueline-backup.timer dueline-backup.timer

systemctl daemon-reload
# One after the other, so that behind a proxy another process answers.
for service in $(systemctl list-units --plain --no-legend --full 'dueline.service' 'dueline@*.service' | cut -d ' ' -f 1); do
  systemctl restart "$service"
done

# The two newest stay, the one that ran, and that of this file.
kept=" $version $before $(basename "$own") $(cd "$place" && ls -d [0-9]* | grep -v -- -dev | sort -V | tail -n 2 | tr '\n' ' ')"
for folder in "$place"/[0-9]*; do
  case "$kept" in *" $(basename "$folder") "*) continue ;; esac
  if [ -x "$folder/bin/dueline" ]; then
    rm -rf "$folder"
    echo "Removed $folder."
  fi
done
echo "$place/current is $version."
