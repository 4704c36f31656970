#!/usr/bin/env bash
# Unpacks programs of Debian for the tests, each with all that it depends on, into node_modules/.cache/debian-packages: all of them,
# or those that are named. Installs and starts nothing, runs no script of a package, and needs no root.
set -euo pipefail
cache="$(cd "$(dirname "$0")/.." && pwd)/node_modules/.cache/debian-packages"

unpack() {
  local name=$1 begun
  begun=$(mktemp -d "$cache/$name-XXXXXX")
  mkdir -p "$begun/partial" "$begun/root/usr/lib"
  ln -s usr/lib "$begun/root/lib"
  # With an empty list of installed packages each dependency counts as missing, so that the folder is the same on every machine.
  : >"$begun/status"
  apt-get -y -qq -o Dir::State::status="$begun/status" -o Dir::Cache::archives="$begun" -o Debug::NoLocking=1 \
    install --download-only --no-install-recommends "${@:2}"
  # libc6 must match the dynamic linker, so the one of the machine is used.
  rm "$begun"/libc6_*.deb
  for archive in "$begun"/*.deb; do dpkg-deb -x "$archive" "$begun/root"; done
  mv "$begun/root" "$cache/$name"
  rm -r "$begun"
}

mkdir -p "$cache"
for name in ${@:-libfaketime glewlwyd lemonldap-ng promtool}; do
  [ ! -e "$cache/$name" ] || continue
  echo "Unpacking $name ..."
  case $name in
    # dbconfig-no-thanks is in place of a package that depends on the client of a database server.
    glewlwyd) unpack glewlwyd glewlwyd glewlwyd-common dbconfig-no-thanks fonts-fork-awesome libjs-bootstrap4 libjs-jquery libjs-popper.js ;;
    # The portal depends on one of several servers; this one installs neither Apache nor nginx. Debian only recommends two libraries
    # that the OpenID Connect issuer loads.
    lemonldap-ng) unpack lemonldap-ng liblemonldap-ng-portal-perl lemonldap-ng-fastcgi-server libio-string-perl libstring-random-perl \
      libjs-bootstrap4 libjs-jquery libjs-jquery-cookie libjs-jquery-ui fonts-font-awesome starman ;;
    promtool) unpack promtool prometheus ;;
    *) unpack "$name" "$name" ;;
  esac
done
