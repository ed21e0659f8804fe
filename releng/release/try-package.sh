#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# try-package.sh TREE PACKAGE RELEASE [JDK] - called by release.sh in a mount namespace of its own: installs a package over the tree of a
# release, with what it writes in memory, and removes it.
set -eu
tree=$1 package=$2 release=$3 jdk=${4:-}
memory=$(mktemp -d)
mount -t tmpfs tmpfs "$memory"
mkdir "$memory/upper" "$memory/work" "$memory/root"
mount -t overlay -o "lowerdir=$tree,upperdir=$memory/upper,workdir=$memory/work" overlay "$memory/root"
mount --rbind /proc "$memory/root/proc"
mount --rbind /dev "$memory/root/dev"
cp "$package" "$memory/root/package.deb"
force=''
if [ -n "$jdk" ]; then
	mkdir -p "$memory/root$jdk"
	mount --bind "$jdk" "$memory/root$jdk"
	force=--force-depends
fi

inside() {
	chroot "$memory/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

fail() {
	echo "release.sh: $package in $release: $*" >&2
	exit 1
}

inside dpkg $force --install /package.deb >"$memory/log" 2>&1 || fail "$(cat "$memory/log")"
# without a home
printed=$(inside setpriv --reuid=nobody --regid=nogroup --clear-groups env ${jdk:+JAVA_HOME="$jdk"} \
	pmix4j run -n 2 sh -c 'echo $PMIX_RANK' 2>"$memory/errors" | sort | tr '\n' ' ')
[ "$printed" = '0 1 ' ] || fail "pmix4j run -n 2 prints '$printed' instead of the ranks 0 and 1: $(cat "$memory/errors")"
inside dpkg --purge "$(dpkg-deb --field "$package" Package)" >"$memory/log" 2>&1 || fail "$(cat "$memory/log")"
left=$(cd "$memory/upper" && find usr etc opt ! -type d ! -type c 2>/dev/null | head -n 5)
[ -z "$left" ] || fail "these files stay: $left"
