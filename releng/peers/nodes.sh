#!/bin/bash
# SPDX-License-Identifier: EPL-2.0
# nodes.sh - pretend nodes on this machine, for tests of jobs on several nodes:
#
#   nodes.sh up FOLDER COUNT              creates node0 (the head), node1 ... node COUNT; prints "ready" and serves until its input ends
#   nodes.sh run FOLDER NODE PROGRAM ...  runs a program on that node, which has Debian 13 with PRRTE 3.0 and Open MPI 5.0
#   nodes.sh kill FOLDER NODE             loses a node: all its processes end at once
#
# A node has its own network interface, host name, /tmp and /etc/hosts, and all but the head have their own processes, too; all other
# files are those of the machine and of the Debian 13 tree (trixie.sh). "ssh" on a node is a stand-in that starts the program on the other
# node. The head shares the processes of the machine, so that a test sees them. Nothing leaves the machine, and nothing is left of the
# nodes when "up" ends, also after kill -9. Needs root. By hand: nodes.sh up /tmp/nodes 3 in one terminal, nodes.sh run /tmp/nodes node0
# bash in another one.
set -eu

self=$(readlink -f "$0")
peers=$(dirname "$self")

fail() {
	echo "nodes: $*" >&2
	exit 1
}

[ $# -ge 2 ] || fail "usage: nodes.sh up FOLDER COUNT | run FOLDER NODE PROGRAM ARG... | kill FOLDER NODE"
verb=$1
folder=$(readlink -m "$2")
shift 2

# Prints the process id of the first process of a node.
init() {
	[ -s "$folder/$1/pid" ] || fail "no node $1 is up in $folder"
	cat "$folder/$1/pid"
}

up() {
	count=$1
	[ "$(id -u)" -eq 0 ] || fail "pretend nodes need root"
	tree=$("$peers/trixie.sh" path)
	mkdir -p "$folder/bin"
	echo "127.0.0.1 localhost" >"$folder/hosts"
	for ((i = 0; i <= count; i++)); do
		echo "10.77.0.$((i + 1)) node$i" >>"$folder/hosts"
	done
	cat >"$folder/bin/ssh" <<-SSH
		#!/bin/sh
		# [OPTION]... HOST COMMAND...: stands for ssh between the nodes; the environment is that of a login
		while [ "\${1#-}" != "\$1" ]; do
			case \$1 in -p | -o | -l | -i) shift ;; esac
			shift
		done
		host=\${1#*@}
		shift
		[ ! -e "$folder/\$host/hangs" ] || exec sleep 1000
		[ ! -e "$folder/\$host/bare" ] || set -- "\$(echo "\$*" | sed 's,/usr/bin/prted,/nowhere/prted,')"
		[ -s "$folder/\$host/pid" ] || { echo "ssh: connect to host \$host port 22: No route to host" >&2; exit 255; }
		exec env -i HOME="\$HOME" USER=root LOGNAME=root SHELL=/bin/bash PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \\
			XDG_CACHE_HOME="\${XDG_CACHE_HOME:-\$HOME/.cache}" "$self" login "$folder" "\$host" sh -c "\$*"
	SSH
	chmod +x "$folder/bin/ssh"
	for ((i = 0; i <= count; i++)); do
		mkdir -p "$folder/node$i/tmp"
		chmod 1777 "$folder/node$i/tmp"
		own=(--mount --net --uts)
		[ "$i" -eq 0 ] || own+=(--pid --fork --kill-child --mount-proc)
		unshare "${own[@]}" "$self" init "$folder" "node$i" "$tree" </dev/null &
		starters[i]=$!
	done
	trap 'kill -9 "${starters[@]}" 2>/dev/null; rm -f "$folder"/node*/pid' EXIT
	for ((i = 0; i <= count; i++)); do
		until [ -e "$folder/node$i/ready" ]; do
			kill -0 "${starters[i]}" 2>/dev/null || fail "node$i has not started"
			sleep 0.02
		done
		pid=${starters[i]}
		[ "$i" -eq 0 ] || pid=$(tr -d ' ' <"/proc/$pid/task/$pid/children")
		connect "$i" "$pid"
		echo "$pid" >"$folder/node$i/pid"
		rm "$folder/node$i/ready"
	done
	echo ready
	cat >/dev/null
}

# connect NUMBER PID: connects the network of a node with the switch in that of the head.
connect() {
	address=10.77.0.$(($1 + 1))/24
	if [ "$1" -eq 0 ]; then
		head=$2
		nsenter -t "$head" -n sh -c "ip link add switch type bridge && ip link set switch up && ip addr add $address dev switch"
	else
		ip link add "port$1" netns "$head" type veth peer name eth0 netns "$2"
		nsenter -t "$head" -n sh -c "ip link set port$1 master switch && ip link set port$1 up"
		nsenter -t "$2" -n sh -c "ip addr add $address dev eth0 && ip link set eth0 up"
	fi
}

case $verb in
up) up "$@" ;;
init)
	name=$1
	tree=$2
	hostname "$name"
	ip link set lo up
	# the folder may be below /tmp, and all nodes see it
	mount --bind "$folder" /mnt
	mount --bind "$folder/$name/tmp" /tmp
	mkdir -p "$folder"
	mount --bind /mnt "$folder"
	umount /mnt
	mount --bind "$folder/hosts" /etc/hosts
	mount --bind "$folder/hosts" "$tree/etc/hosts"
	touch "$folder/$name/ready"
	trap '' INT
	sleep infinity &
	wait
	;;
run)
	node=$1
	shift
	PATH=$folder/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin exec "$self" login "$folder" "$node" "$@"
	;;
login)
	pid=$(init "$1")
	shift
	if [ -e "/proc/$pid/ns/pid" ] && [ "$(readlink "/proc/$pid/ns/pid")" != "$(readlink /proc/self/ns/pid)" ]; then
		exec nsenter -t "$pid" -m -n -u -p --wd="$PWD" "$peers/trixie.sh" run "$@"
	fi
	exec nsenter -t "$pid" -m -n -u --wd="$PWD" "$peers/trixie.sh" run "$@"
	;;
kill)
	pid=$(init "$1")
	rm "$folder/$1/pid"
	find "$folder/$1/tmp" -mindepth 1 -maxdepth 1 -name 'prted*' -exec rm -rf {} +
	kill -9 "$pid"
	;;
*) fail "no such command: $verb" ;;
esac
