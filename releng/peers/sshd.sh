#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# sshd.sh - a server of OpenSSH for the pretend nodes of nodes.sh, without a port, a service or a user of this machine:
#
#   sshd.sh make           finds sshd, or downloads the package openssh-server of this machine's Debian release (0.5 MB) and unpacks it in
#                          $XDG_CACHE_HOME/pmix4j/peers/sshd (~/.cache/pmix4j/peers/sshd); nothing is installed
#   sshd.sh keys FOLDER    creates keys and settings in that folder
#   sshd.sh serve FOLDER   serves one client over standard input and output; needs root, and a mount namespace of its own
set -eu

cache=${XDG_CACHE_HOME:-${HOME:?sshd: set HOME or XDG_CACHE_HOME}/.cache}/pmix4j/peers
verb=${1-}
folder=${2-}

# as root, apt would warn of a folder that its own user cannot write
download() {
	(cd "$fresh" && apt-get download -q -o APT::Sandbox::User=root openssh-server libwrap0)
}

make_server() {
	[ ! -x /usr/sbin/sshd ] && [ ! -x "$cache/sshd/usr/sbin/sshd" ] || return 0
	mkdir -p "$cache"
	exec 9>"$cache/sshd.lock"
	flock 9
	[ ! -x "$cache/sshd/usr/sbin/sshd" ] || return 0
	fresh=$(mktemp -d "$cache/sshd.XXXXXX")
	trap 'rm -rf "$fresh"' EXIT
	# the archive drops a package that has a successor, so old lists may name one that is gone
	download >"$fresh/download.log" 2>&1 || { [ "$(id -u)" -eq 0 ] && apt-get update -q && download; } >>"$fresh/download.log" 2>&1 || {
		cat "$fresh/download.log" >&2
		echo "sshd: cannot download openssh-server; please install it" >&2
		exit 1
	}
	for package in "$fresh"/*.deb; do
		dpkg -x "$package" "$fresh/files"
	done
	mv "$fresh/files" "$cache/sshd"
}

case $verb in
make) make_server ;;
keys)
	mkdir -p "$folder"
	for key in host user; do
		[ -e "$folder/$key" ] || ssh-keygen -q -t ed25519 -N '' -f "$folder/$key"
	done
	echo "* $(cut -d ' ' -f 1,2 "$folder/host.pub")" >"$folder/known_hosts"
	cat >"$folder/sshd_config" <<-SETTINGS
		HostKey $folder/host
		AuthorizedKeysFile $folder/user.pub
		PermitRootLogin yes
		StrictModes no
		UsePAM no
	SETTINGS
	;;
serve)
	# a part of sshd runs as a user of its own in a folder of its own, which no other process of this machine sees
	mount -t tmpfs sshd /run
	mkdir /run/sshd
	{
		grep -v '^sshd:' /etc/passwd
		echo 'sshd:x:65534:65534::/run/sshd:/usr/sbin/nologin'
	} >/run/passwd
	mount --bind /run/passwd /etc/passwd
	[ ! -x /usr/sbin/sshd ] || exec /usr/sbin/sshd -i -f "$folder/sshd_config" -E "$folder/log"
	LD_LIBRARY_PATH=$(echo "$cache"/sshd/usr/lib/*-linux-gnu) exec "$cache/sshd/usr/sbin/sshd" -i -f "$folder/sshd_config" -E "$folder/log"
	;;
*)
	echo "sshd: usage: $0 make | keys FOLDER | serve FOLDER" >&2
	exit 1
	;;
esac
