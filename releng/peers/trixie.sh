#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# trixie.sh - the newer C peers of the tests, in a Debian 13 (trixie) tree beside the machine's own system:
# libpmix 5.0, Open MPI 5.0 and PRRTE 3.0 (prterun, in the package openmpi-bin).
#
#   trixie.sh make                makes the tree if there is none yet; needs root, or sudo without a password
#   trixie.sh path                prints where the tree is; exit code 1 if it is not there
#   trixie.sh run PROGRAM ARG...  runs a program inside: same folder, same environment, same process id
#
# The tree is kept in $XDG_CACHE_HOME/pmix4j/peers (~/.cache/pmix4j/peers); root may remove it at any time.
# Nothing is ever mounted for longer than one command: each has a mount namespace of its own, which goes with it, however it ends.
set -eu

packages='openmpi-bin libopenmpi-dev libpmix-bin libpmix-dev gcc libc6-dev'
mirror=${PMIX4J_DEBIAN_MIRROR:-http://deb.debian.org/debian}
folder=${XDG_CACHE_HOME:-${HOME:?trixie: set HOME or XDG_CACHE_HOME}/.cache}/pmix4j/peers
tree=$folder/trixie
fresh=$folder/trixie.fresh
log=$folder/trixie.log
stamp=.pmix4j-peers

fail() {
	echo "trixie: $*" >&2
	exit 1
}

# The stamp comes last and names the packages, so a half tree is none, and one of another list is made anew.
complete() {
	[ -f "$tree/$stamp" ] && [ "$(cat "$tree/$stamp")" = "$packages" ]
}

# Runs the rest of the command line where mounts are its own; a user who is not root keeps its own id.
own_mounts() {
	if [ "$(id -u)" -eq 0 ]; then
		exec unshare --mount "$@"
	fi
	exec unshare --map-current-user --keep-caps --mount "$@"
}

# Downloads and unpacks; runs inside own mounts, with the log as output. What an earlier attempt has finished is kept.
fill() {
	mkdir -p "$folder/packages"
	if [ ! -f "$fresh/.base" ]; then
		rm -rf --one-file-system "$fresh"
		debootstrap --variant=minbase --cache-dir="$folder/packages" trixie "$fresh" "$mirror"
		printf '%s\n' force-unsafe-io path-exclude=/usr/share/doc/* path-exclude=/usr/share/man/* path-exclude=/usr/share/locale/* \
			>"$fresh/etc/dpkg/dpkg.cfg.d/peers"
		touch "$fresh/.base"
	fi
	cp /etc/resolv.conf "$fresh/etc/"
	mount --bind "$folder/packages" "$fresh/var/cache/apt/archives"
	mount --bind /proc "$fresh/proc"
	mount --rbind /dev "$fresh/dev"
	export DEBIAN_FRONTEND=noninteractive
	chroot "$fresh" dpkg --configure -a
	chroot "$fresh" apt-get update -q
	# shellcheck disable=SC2086 # words
	chroot "$fresh" apt-get install -q -y --no-install-recommends -o APT::Keep-Downloaded-Packages=true $packages
}

make_tree() {
	! complete || return 0
	command -v debootstrap >/dev/null || fail "debootstrap is missing; please run: sudo apt-get install debootstrap"
	mkdir -p "$folder"
	if [ "$(id -u)" -ne 0 ]; then
		sudo -n true 2>/dev/null || fail "making the tree needs root once; please run: sudo env HOME=$HOME $0 make"
		exec sudo -n env HOME="$HOME" XDG_CACHE_HOME="${XDG_CACHE_HOME:-}" PMIX4J_DEBIAN_MIRROR="$mirror" "$0" make
	fi
	unshare --mount true || fail "mounting is not allowed here; a container needs CAP_SYS_ADMIN for it"
	exec 9>"$folder/trixie.lock"
	flock 9
	! complete || return 0
	echo "trixie: making a Debian 13 tree for newer C peers in $tree, once; this takes about a minute" >&2
	if ! unshare --mount "$0" fill >"$log" 2>&1 </dev/null; then
		tail -n 12 "$log" >&2
		fail "the tree could not be made from $mirror; more is in $log. Please try again: what was loaded is kept"
	fi
	rm -rf --one-file-system "$tree"
	mv "$fresh" "$tree"
	unshare --mount "$0" enter pmix_info --version >>"$log" 2>&1 || fail "libpmix does not run in $tree; more is in $log"
	printf '%s\n' "$packages" >"$tree/$stamp"
	rm -rf --one-file-system "$folder/packages"
}

# Shows the machine's top folders and JDKs inside, nothing else of its system, and starts the program.
enter() {
	for top in /* /usr/lib/jvm /etc/java-*; do
		case $top in
		/bin | /boot | /etc | /lib* | /sbin | /usr | /var) ;;
		*)
			if [ -d "$top" ] && [ ! -L "$top" ]; then
				[ -d "$tree$top" ] || mkdir -p "$tree$top" 2>/dev/null || continue
				mount --rbind "$top" "$tree$top"
			fi
			;;
		esac
	done
	exec chroot "$tree" env -C "$PWD" "$@"
}

verb=${1-}
[ $# -eq 0 ] || shift
case $verb in
make) make_tree ;;
path)
	complete || fail "there is no Debian 13 tree; please run: $0 make"
	echo "$tree"
	;;
run)
	# for programs inside that start others
	[ ! -f "/$stamp" ] || exec "$@"
	complete || fail "there is no Debian 13 tree; please run: $0 make"
	own_mounts "$0" enter "$@"
	;;
fill) fill ;;
enter) enter "$@" ;;
*) fail "usage: $0 make | path | run PROGRAM ARG..." ;;
esac
