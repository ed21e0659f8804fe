#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# tree.sh - provides the newer C peers of the tests in a tree of another Debian release beside the system:
#   trixie   Debian 13: libpmix 5.0, Open MPI 5.0, PRRTE 3.0 (prterun, in the package openmpi-bin), GDB 16 and
#            Slurm 24.11
#   forky    Debian's next release: libpmix 7.0, Open MPI 6.0, PRRTE 5.0
#   bookworm Debian 12 without peers, for tests of our packages
# trixie.sh and forky.sh beside this script stand for "tree.sh trixie" and "tree.sh forky".
#
#   tree.sh RELEASE make                creates the tree if it does not exist; needs root, or sudo without a password
#   tree.sh RELEASE path                prints the path of the tree; exit code 1 if it does not exist
#   tree.sh RELEASE run PROGRAM ARG...  runs a program inside the tree: same folder, same environment, same process id
#   tree.sh trixie examples             prints the folder with the sources of Open MPI's PRRTE and OpenPMIx, whose examples are tests;
#                                       downloads them (25 MB) if they do not exist
#   tree.sh RELEASE mounts              mounts into the tree what its programs see of the machine; for a mount namespace of the caller
#   tree.sh trixie mirror [FOLDER]      prints the archive of Debian that this machine's apt uses; PMIX4J_DEBIAN_MIRROR names another
#
# The trees are kept in $XDG_CACHE_HOME/pmix4j/peers (~/.cache/pmix4j/peers); root may delete them at any time.
# Each command has its own mount namespace, so no mount outlives it.
set -eu

release=${1-}
probe='pmix_info --version'
[ $# -eq 0 ] || shift
packages='openmpi-bin libopenmpi-dev mpich libmpich-dev libpmix-bin libpmix-dev gcc libc6-dev'
case $release in
trixie)
	title='Debian 13'
	packages="$packages gdb python3-debugpy slurmd slurmctld munge systemd-standalone-sysusers"
	;;
bookworm)
	title='Debian 12'
	packages='libc6'
	probe=true
	;;
forky) title="Debian's next release" ;;
*)
	echo "tree: usage: $0 trixie|forky|bookworm make | path | run PROGRAM ARG... | examples | mirror [FOLDER]" >&2
	exit 1
	;;
esac
folder=${XDG_CACHE_HOME:-${HOME:?tree: set HOME or XDG_CACHE_HOME}/.cache}/pmix4j/peers
tree=$folder/$release
fresh=$folder/$release.fresh
log=$folder/$release.log
stamp=.pmix4j-peers
# the source of the package openmpi-bin in Debian 13, which contains PRRTE 3.0.8 and OpenPMIx 5.0.7
source=openmpi-5.0.7
archive=pool/main/o/openmpi/openmpi_5.0.7.orig.tar.xz
checksum=97f10c04e9b9a1771db3fd005009e4c07afa3ce739f940e41eb0fc7397cb9473

fail() {
	echo "$release: $*" >&2
	exit 1
}

# mirror_of_machine [FOLDER]: prints the archive of Debian from which this machine installs its packages, the first one that FOLDER, by
# default /etc/apt, names in the one-line or the deb822 format.
mirror_of_machine() {
	sources=${1:-/etc/apt}
	cat "$sources/sources.list" "$sources"/sources.list.d/*.list "$sources"/sources.list.d/*.sources 2>/dev/null | sed -n \
		-e 's/[[:blank:]]*#.*//' \
		-e 's/^deb[[:blank:]]\{1,\}\(\[[^]]*\][[:blank:]]*\)\{0,1\}\([a-z+]*:\/\/[^[:blank:]]*\)[[:blank:]].*/\2/p' \
		-e 's/^URIs:[[:blank:]]*\([^[:blank:]]*\).*/\1/p' | sed 's/\/*$//' | grep '/debian$' | head -n 1
}

# Succeeds if the tree is complete. The stamp is written last and lists the packages; a tree with another list is recreated.
complete() {
	[ -f "$tree/$stamp" ] && [ "$(cat "$tree/$stamp")" = "$packages" ]
}

# Runs the rest of the command line in its own mount namespace; an ordinary user keeps the user id.
own_mounts() {
	if [ "$(id -u)" -eq 0 ]; then
		exec unshare --mount "$@"
	fi
	exec unshare --map-current-user --keep-caps --mount "$@"
}

# Downloads and unpacks the packages, in its own mount namespace, with the log as output. Continues an interrupted attempt.
fill() {
	mkdir -p "$folder/$release.packages"
	if [ ! -f "$fresh/.base" ]; then
		rm -rf --one-file-system "$fresh"
		# the script of sid serves all newer releases; an older debootstrap does not know their names
		debootstrap --variant=minbase --cache-dir="$folder/$release.packages" "$release" "$fresh" "$PMIX4J_DEBIAN_MIRROR" \
			/usr/share/debootstrap/scripts/sid
		printf '%s\n' force-unsafe-io path-exclude=/usr/share/doc/* path-exclude=/usr/share/man/* path-exclude=/usr/share/locale/* \
			>"$fresh/etc/dpkg/dpkg.cfg.d/peers"
		# no package starts its daemon
		printf '#!/bin/sh\nexit 101\n' >"$fresh/usr/sbin/policy-rc.d"
		chmod +x "$fresh/usr/sbin/policy-rc.d"
		touch "$fresh/.base"
	fi
	cp /etc/resolv.conf "$fresh/etc/"
	mount --bind "$folder/$release.packages" "$fresh/var/cache/apt/archives"
	mount --bind /proc "$fresh/proc"
	mount --rbind /dev "$fresh/dev"
	export DEBIAN_FRONTEND=noninteractive
	chroot "$fresh" dpkg --configure -a
	# lists of a release that is not stable expire after a week, and mirrors may be older
	chroot "$fresh" apt-get update -q -o Acquire::Check-Valid-Until=false
	# shellcheck disable=SC2086 # split into words on purpose
	chroot "$fresh" apt-get install -q -y --no-install-recommends -o APT::Keep-Downloaded-Packages=true $packages
}

make_tree() {
	! complete || return 0
	command -v debootstrap >/dev/null || fail "debootstrap is missing; please run: sudo apt-get install debootstrap"
	mkdir -p "$folder"
	mirror=${PMIX4J_DEBIAN_MIRROR:-$(mirror_of_machine)}
	[ -n "$mirror" ] || fail "the apt sources of this machine name no archive of Debian; please set PMIX4J_DEBIAN_MIRROR to one"
	export PMIX4J_DEBIAN_MIRROR="$mirror"
	if [ "$(id -u)" -ne 0 ]; then
		sudo -n true 2>/dev/null || fail "creating the tree of $title needs root once; please run: sudo env HOME=$HOME $0 $release make"
		exec sudo -n env HOME="$HOME" XDG_CACHE_HOME="${XDG_CACHE_HOME:-}" PMIX4J_DEBIAN_MIRROR="$mirror" "$0" "$release" make
	fi
	unshare --mount true || fail "mounting is not permitted here; a container needs CAP_SYS_ADMIN"
	exec 9>"$folder/$release.lock"
	flock 9
	! complete || return 0
	echo "$release: creating a tree of $title in $tree (only once, takes about a minute)" >&2
	if ! unshare --mount "$0" "$release" fill >"$log" 2>&1 </dev/null; then
		tail -n 12 "$log" >&2
		fail "cannot create the tree of $title from $mirror; see $log. Please try again: downloaded packages are kept"
	fi
	rm -rf --one-file-system "$tree"
	mv "$fresh" "$tree"
	# shellcheck disable=SC2086 # split into words on purpose
	unshare --mount "$0" "$release" enter $probe >>"$log" 2>&1 || fail "$probe does not run in $tree; see $log"
	printf '%s\n' "$packages" >"$tree/$stamp"
	rm -rf --one-file-system "$folder/$release.packages"
}

# Downloads the sources and keeps the examples and tests. Debian's archive drops a release that has a successor; its snapshot keeps it.
make_examples() {
	[ ! -d "$folder/$source" ] || return 0
	mkdir -p "$folder"
	exec 9>"$folder/examples.lock"
	flock 9
	[ ! -d "$folder/$source" ] || return 0
	mirror=${PMIX4J_DEBIAN_MIRROR:-$(mirror_of_machine)}
	fresh=$(mktemp -d "$folder/$source.XXXXXX")
	trap 'rm -rf "$fresh"' EXIT
	for url in "${mirror:-http://deb.debian.org/debian}" http://snapshot.debian.org/archive/debian/20250520T000000Z; do
		if wget -q -T 30 -O "$fresh/archive" "$url/$archive" && echo "$checksum  $fresh/archive" | sha256sum -c --status; then
			tar -x -J -f "$fresh/archive" -C "$fresh" --wildcards "$source/3rd-party/prrte/examples" "$source/3rd-party/openpmix/examples" \
				"$source/3rd-party/openpmix/test/simple"
			mv "$fresh/$source" "$folder/"
			return 0
		fi
	done
	fail "cannot download $archive from ${mirror:-deb.debian.org}"
}

# Mounts the top-level folders and JDKs of the machine into the tree, but not its system folders.
mounts() {
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
}

# Becomes a program inside the tree, in this mount namespace.
enter() {
	mounts
	exec chroot "$tree" env -C "$PWD" "$@"
}

verb=${1-}
[ $# -eq 0 ] || shift
case $verb in
make) make_tree ;;
path)
	complete || fail "the tree of $title does not exist; please run: $0 $release make"
	echo "$tree"
	;;
run)
	# programs inside the tree may start others
	[ ! -f "/$stamp" ] || exec "$@"
	complete || fail "the tree of $title does not exist; please run: $0 $release make"
	own_mounts "$0" "$release" enter "$@"
	;;
fill) fill ;;
examples)
	make_examples
	echo "$folder/$source/3rd-party"
	;;
mirror) mirror_of_machine "$@" ;;
mounts) mounts ;;
enter) enter "$@" ;;
*) fail "usage: $0 $release make | path | run PROGRAM ARG... | examples | mirror [FOLDER]" ;;
esac
