#!/bin/bash
# SPDX-License-Identifier: EPL-2.0
# nodes.sh - pretend nodes on this machine, for tests of jobs on several nodes:
#
#   nodes.sh up FOLDER COUNT [slurm|slurm24] [beside]
#                                         creates node0 (the head), node1 ... node COUNT; prints "ready" and serves until its input ends
#   nodes.sh run FOLDER NODE PROGRAM ...  runs a program on that node, which has Debian 13 with PRRTE 3.0 and Open MPI 5.0
#   nodes.sh here FOLDER NODE PROGRAM ... the same with the system of this machine, on which Slurm runs; prte and prted are there, too
#   nodes.sh ssh FOLDER ARG...            runs ssh of this machine, which reaches the nodes by servers of OpenSSH (sshd.sh) and pipes
#   nodes.sh sshd FOLDER NODE             such a server, for one client at standard input and output
#   nodes.sh kill FOLDER NODE             loses a node: all its processes end at once
#
# With "slurm", Slurm of this machine (slurmd, slurmctld, slurm-client, munge) runs on them, node0 has the controller, and each other node
# two processors in the partition all: nodes.sh here /tmp/nodes node0 salloc -N3 bash. With "slurm24", the same with Slurm 24.11 of the
# Debian 13 tree.
#
# With "beside", this machine is in the network of the nodes, and they can reach each of its addresses.
#
# A node has its own network interface, host name, /tmp and /etc/hosts, and all but the head have their own processes, too; all other
# files are those of the machine and of the Debian 13 tree (trixie.sh). "ssh" on a node is a stand-in that starts the program on the other
# node. The head shares the processes of the machine, so that a test sees them. Nothing leaves the machine, and nothing is left of the
# nodes when "up" ends, also after kill -9. Needs root. By hand: nodes.sh up /tmp/nodes 3 in one terminal, nodes.sh run /tmp/nodes node0
# bash in another one.
set -eu

self=$(readlink -f "$0")
peers=$(dirname "$self")
. "$peers/slurm-settings.sh"

fail() {
	echo "nodes: $*" >&2
	exit 1
}

[ $# -ge 2 ] ||
	fail "usage: nodes.sh up FOLDER COUNT [slurm|slurm24] [beside] | run|here FOLDER NODE PROGRAM ARG... | ssh FOLDER ARG... |" \
		"sshd|kill FOLDER NODE"
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
	net=10.77.0
	shift
	for word; do
		case $word in
		slurm) require_slurm 'slurmd, slurmctld, slurm-client and munge' ;;
		slurm24) ;;
		# several such networks may exist at a time
		beside) net=10.$((64 + $$ / 256 % 64)).$(($$ % 256)) ;;
		*) fail "no such nodes: $word" ;;
		esac
	done
	[ "$(id -u)" -eq 0 ] || fail "pretend nodes need root"
	tree=$("$peers/trixie.sh" path)
	mkdir -p "$folder/bin"
	echo "127.0.0.1 localhost" >"$folder/hosts"
	for ((i = 0; i <= count; i++)); do
		echo "$net.$((i + 1)) node$i" >>"$folder/hosts"
	done
	cat >"$folder/bin/ssh" <<-SSH
		#!/bin/sh
		# [OPTION]... HOST COMMAND...: stands for ssh between the nodes; the environment is that of a login, and the command is the child of
		# a process that ends with the connection
		while [ "\${1#-}" != "\$1" ]; do
			case \$1 in
			-p | -o | -l | -i) shift ;;
			-R)
				shift
				echo "Warning: remote port forwarding failed for listen port 0" >&2
				;;
			esac
			shift
		done
		host=\${1#*@}
		shift
		[ ! -e "$folder/\$host/hangs" ] || exec sleep 1000
		[ ! -e "$folder/\$host/bare" ] || set -- "\$(echo "\$*" | sed 's,/usr/bin/prted,/nowhere/prted,')"
		[ -s "$folder/\$host/pid" ] || { echo "ssh: connect to host \$host port 22: No route to host" >&2; exit 255; }
		exec env -i HOME="\$HOME" USER=root LOGNAME=root SHELL=/bin/bash PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \\
			XDG_CACHE_HOME="\${XDG_CACHE_HOME:-\$HOME/.cache}" "$self" login "$folder" "\$host" \\
			setpriv --pdeathsig KILL sh -c 'sh -c "\$1"; exit \$?' session "\$*"
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
	daemons=()
	trap 'kill -9 "${starters[@]}" "${daemons[@]}" 2>/dev/null; rm -f "$folder"/node*/pid' EXIT
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
	for word; do
		case $word in
		slurm) slurm here ;;
		slurm24) slurm run ;;
		beside) beside ;;
		esac
	done
	echo ready
	cat >/dev/null
}

# on NODE PROGRAM ARG...: replaces this process by a daemon of Slurm on a node; on the head it ends with "up".
on() {
	node=$1
	shift
	export SLURM_CONF=$folder/slurm/slurm.conf
	exec setpriv --pdeathsig KILL "$self" "$system" "$folder" "$node" "$@" >"$folder/slurm/$node.$1.out" 2>&1
}

# slurm here|run: starts Slurm of this machine or of the tree, and waits until all nodes are idle.
slurm() {
	system=$1
	work=$folder/slurm
	mkdir -p "$work/state"
	chmod 755 "$work"
	for command in prte prted; do
		printf '#!/bin/sh\nexec "%s/trixie.sh" run /usr/bin/%s "$@"\n' "$peers" "$command" >"$folder/bin/$command"
	done
	for command in salloc sbatch scancel scontrol sinfo squeue srun; do
		printf '#!/bin/sh\nexport SLURM_CONF="%s/slurm.conf"\n' "$work" >"$folder/bin/$command"
		if [ "$system" = run ]; then
			echo "exec \"$peers/trixie.sh\" run /usr/bin/$command \"\$@\"" >>"$folder/bin/$command"
		else
			cat >>"$folder/bin/$command" <<-COMMAND
				# the command of the machine, also for a program in the tree of Debian 13, such as prte
				[ -e "/.pmix4j-peers" ] || exec /usr/bin/$command "\$@"
				[ "\$(hostname)" != node0 ] || exec nsenter -t "\$(cat "$folder/node0/pid")" -m --wd="\$PWD" /usr/bin/$command "\$@"
				exec nsenter -t 1 -m --wd="\$PWD" /usr/bin/$command "\$@"
			COMMAND
		fi
	done
	# Slurm 22.05 does not know that value
	[ "$system" = here ] || echo CgroupPlugin=disabled >"$work/cgroup.conf"
	chmod +x "$folder"/bin/*
	munge_key
	slurm_settings >"$work/slurm.conf"
	cat >>"$work/slurm.conf" <<-CONFIGURATION
		ClusterName=pretended
		SlurmctldHost=node0($net.1)
		ReturnToService=2
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		SlurmdSpoolDir=$work/%n.spool
		SlurmdPidFile=$work/%n.pid
		SlurmdLogFile=$work/%n.log
		KillWait=5
		MinJobAge=300
		InactiveLimit=0
		NodeName=node[1-$count] CPUs=2
		PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
		PartitionName=short Nodes=ALL MaxTime=1 State=UP
	CONFIGURATION
	on node0 munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
		--seed-file="$work/munge.seed" --log-file="$work/munged.log" &
	daemons+=("$!")
	on node0 slurmctld -D -i &
	daemons+=("$!")
	for ((i = 1; i <= count; i++)); do
		mkdir -p "$work/node$i.spool"
		on "node$i" slurmd -D &
		daemons+=("$!")
	done
	for ((i = 0; i < 600; i++)); do
		[ "$("$self" here "$folder" node0 sinfo -h -N -p all -o %t 2>/dev/null | grep -c idle)" -lt "$count" ] || return 0
		sleep 0.05
	done
	fail "Slurm does not run on all nodes; see $work"
}

# enter NODE PROGRAM ARG...: becomes the program, on the node.
enter() {
	pid=$(init "$1")
	shift
	own=(-m -n -u)
	if [ -e "/proc/$pid/ns/pid" ] && [ "$(readlink "/proc/$pid/ns/pid")" != "$(readlink /proc/self/ns/pid)" ]; then
		own+=(-p)
	fi
	exec nsenter -t "$pid" "${own[@]}" --wd="$PWD" "$@"
}

# connect NUMBER PID: connects the network of a node with the switch in that of the head.
connect() {
	address=$net.$(($1 + 1))/24
	if [ "$1" -eq 0 ]; then
		head=$2
		nsenter -t "$head" -n sh -c "ip link add switch type bridge && ip link set switch up && ip addr add $address dev switch"
	else
		ip link add "port$1" netns "$head" type veth peer name eth0 netns "$2"
		nsenter -t "$head" -n sh -c "ip link set port$1 master switch && ip link set port$1 up"
		nsenter -t "$2" -n sh -c "ip addr add $address dev eth0 && ip link set eth0 up"
	fi
}

# Connects this machine with the switch; ends with the network of the head.
beside() {
	ip link add "nodes$$" type veth peer name machine netns "$head"
	nsenter -t "$head" -n sh -c "ip link set machine master switch && ip link set machine up"
	ip addr add "$net.254/24" dev "nodes$$"
	ip link set "nodes$$" up
	for ((i = 0; i <= count; i++)); do
		nsenter -t "$(init "node$i")" -n ip route add default via "$net.254"
	done
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
	# once for the node: a debugger must see the files of the process under the same names
	"$peers/trixie.sh" mounts
	touch "$folder/$name/ready"
	trap '' INT
	# the head shares the processes of the machine, so nothing would end a child of this process
	[ "$name" != node0 ] || exec sleep infinity
	sleep infinity &
	wait
	;;
run | here)
	node=$1
	shift
	PATH=$folder/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
	export PATH
	[ "$verb" != run ] || exec "$self" login "$folder" "$node" "$@"
	enter "$node" "$@"
	;;
login)
	node=$1
	shift
	enter "$node" chroot "$("$peers/trixie.sh" path)" env -C "$PWD" "$@"
	;;
ssh)
	exec /usr/bin/ssh -F /dev/null -i "$folder/ssh/user" -o UserKnownHostsFile="$folder/ssh/known_hosts" \
		-o ProxyCommand="$self sshd '$folder' %h" "$@"
	;;
sshd) enter "$1" unshare --mount "$peers/sshd.sh" serve "$folder/ssh" ;;
kill)
	pid=$(init "$1")
	rm "$folder/$1/pid"
	find "$folder/$1/tmp" -mindepth 1 -maxdepth 1 -name 'prted*' -exec rm -rf {} +
	kill -9 "$pid"
	;;
*) fail "no such command: $verb" ;;
esac
