#!/bin/sh
# Makes a release the one that runs: the link /opt/dueline/current, its systemd units, and a restart of what runs. As root:
#
#   sh /opt/dueline/0.3.1/deploy/use-release.sh              forward, to the release of this file
#   sh /opt/dueline/0.3.1/deploy/use-release.sh 0.3.0        back, to another one beside it
#
# The two newest releases stay, and the one that ran; older ones are removed. Own lines of a unit belong into
# `systemctl edit dueline`, which this keeps; a unit that has some itself is refused.
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
if ! "$release/bin/dueline" version > /dev/null; then
  echo "Nothing is changed: $release is not complete, or of another platform. Unpack the right archive again." >&2
  exit 1
fi
if [ -e "$place/bin/dueline" ]; then
  echo "Nothing is changed: $place itself is a release. Move it first, as $own/docs/upgrading.md says under \"To 0.3.0\"." >&2
  exit 1
fi
before=$(readlink "$place/current" || true)

for_each_unit() {
  "$1" dueline.service dueline.service
  "$1" dueline.service dueline@.service
  "$1" instance.conf dueline@.service.d/instance.conf
  "$1" dueline-backup.service dueline-backup.service
  "$1" dueline-backup.timer dueline-backup.timer
}

# An older release may name its folder without `current`.
unit_of() {
  sed "s#/opt/dueline\(/current\)\{0,1\}\([/ ]\|\$\)#$place/current\2#g" "$1/deploy/$2"
}

is_of_a_release() {
  for folder in "$place"/[0-9]*; do
    [ -e "$folder/deploy/$1" ] || continue
    if cmp -s "$folder/deploy/$1" "$units/$2"; then return 0; fi
    if unit_of "$folder" "$1" | cmp -s - "$units/$2"; then return 0; fi
  done
  return 1
}

# The release would replace them, and the service might not start.
refuse_own_lines() {
  [ -s "$units/$2" ] && [ -e "$release/deploy/$1" ] || return 0
  if is_of_a_release "$1" "$2"; then return 0; fi
  compared=$place/$before
  [ -e "$compared/deploy/$1" ] || compared=$release
  {
    echo "Nothing is changed: $units/$2 is that of no release here. These lines would be removed:"
    unit_of "$compared" "$1" | diff - "$units/$2" | sed -n 's/^> /  /p'
    echo "Put those that are yours into \`systemctl edit $(basename "${2%%.d/*}")\`, then take a file of a release, and try again:"
    echo "  cp $compared/deploy/$1 $units/$2"
  } >&2
  exit 1
}
for_each_unit refuse_own_lines

ln -sfn "$version" "$place/.next"
mv -fT "$place/.next" "$place/current"

# An older release may lack a file: then the present one stays.
install_unit() {
  [ -e "$release/deploy/$1" ] || return 0
  unit_of "$release" "$1" > "$units/$2"
  chmod 644 "$units/$2"
}
install_present_unit() {
  if [ "$2" = dueline.service ] || [ -e "$units/$2" ]; then install_unit "$1" "$2"; fi
}
for_each_unit install_present_unit

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
