# SPDX-License-Identifier: EPL-2.0
# Cleans up after a launcher that died without a word. Reads orders, one a line, from the launcher's pipe. The end of the pipe without
# "bye" means that the launcher is gone: then all that it had started is killed, and its directories are removed. "again" before
# "bye" means that the launcher has failed to remove its directories, perhaps for lack of descriptors: then only these are removed.
# $1: how the names of those directories begin
trap '' INT TERM HUP QUIT PIPE TSTP
prefix=$1
groups=
listed=0
gone=0
marks=
limit=
pipe=0
again=false
set --

# Takes the groups that are gone off the list. Not at each end of a group: cutting a name out of a list of thousands takes the shell 20 ms.
compact() {
	kept=
	listed=0
	for group in $groups; do
		eval "ended=\$gone_$group"
		if [ "$ended" ]; then
			unset "gone_$group"
		else
			kept="$kept $group"
			listed=$((listed + 1))
		fi
	done
	groups=$kept
	gone=0
}

while read -r order rest; do
	case $order in
	pipe) pipe=$rest ;;
	group)
		eval "ended=\$gone_$rest"
		if [ "$ended" ]; then # the number has come again
			compact
			unset "gone_$rest"
		fi
		groups="$groups $rest"
		listed=$((listed + 1))
		pipe=0 ;;
	forget)
		eval "gone_$rest=1"
		gone=$((gone + 1))
		[ $gone -lt 64 ] || [ $((2 * gone)) -lt $listed ] || compact ;;
	mark) marks="$marks -e ^$rest" ;;
	limit) limit=$rest ;;
	dir) set -- "$@" "new $rest" ;;
	made) set -- "$@" "$rest" ;;
	file) set -- "$@" "file $rest" ;;
	undir)
		for dir; do
			shift
			[ "${dir#* }" = "$rest" ] || set -- "$@" "$dir"
		done ;;
	again) again=true ;;
	bye)
		$again || exit 0
		groups='' marks='' limit='' pipe=0
		break ;;
	esac
done
compact
for group in $groups; do
	case $group in
	[2-9]|[1-9][0-9]*) kill -s KILL -- "-$group" ;;
	esac
done
# A child may be on its way to its program while we look, or fork while we kill: only three looks in vain, a moment apart, are the end.
# One that was just being started may hide its environment, but neither the pipe that it writes to nor its limits. A zombie keeps its
# limits, too.
kill_marked() {
	vain=0
	looks=0
	while [ "$marks$pipe" != 0 ] && [ $vain -lt 3 ] && [ $looks -lt 100 ]; do
		looks=$((looks + 1))
		vain=$((vain + 1))
		for file in ${marks:+$(grep -lsaz $marks /proc/[0-9]*/environ)} ${limit:+$(grep -ls -e "$limit" /proc/[0-9]*/limits)} \
				$([ "$pipe" = 0 ] || find /proc/[0-9]*/fd -maxdepth 1 -lname "pipe:\\[$pipe\\]" 2>/dev/null); do
			pid=${file#/proc/}
			pid=${pid%%/*}
			stat=
			read -r stat <"/proc/$pid/stat"
			case ${stat##*) } in
			[ZX]*) continue ;;
			esac
			vain=0
			kill -s KILL "$pid"
		done
		sleep 0.02
	done
}

# Sends a signal to each process with the limit, until none needs it or a minute has passed: some systems take seconds to reap. Starts no
# process for that, though grep would be faster: ranks may have taken all processes that the system allows.
# $1: the signal; $2: the states, as in /proc/PID/stat, of those that need it no more
signal_limited() {
	digits=${limit#*'[1-9]'}
	digits=${digits%%'['*}
	vain=0
	seconds=0
	read -r seconds rest </proc/uptime
	last=$((${seconds%%.*} + 60))
	while [ "$digits" ] && [ $vain -lt 2 ] && [ "${seconds%%.*}" -lt $last ]; do
		seconds=$last
		read -r seconds rest </proc/uptime
		vain=$((vain + 1))
		for file in /proc/[0-9]*/limits; do
			pid=${file#/proc/}
			pid=${pid%%/*}
			while read -r line; do
				case $line in
				"Max realtime timeout "*[1-9]"$digits"[0-9][0-9][0-9][0-9][0-9][0-9]" "*)
					stat=
					read -r stat <"/proc/$pid/stat"
					stat=${stat##*) }
					case $2 in
					*"${stat%% *}"*) ;;
					*)
						vain=0
						kill -s "$1" "$pid" ;;
					esac
					break ;;
				esac
			done <"$file"
		done
	done
}

# Device and inode of a directory. Replaces the shell that runs it: where no second process could be started, the directory would be taken for
# another one, and be left.
number() {
	exec stat -c %d:%i -- "$1"
}

# Removes the content of the working directory, which is pinned: nothing else can take its place.
clear_here() {
	for entry in ..?* .[!.]* *; do
		[ ! -e "$entry" ] && [ ! -h "$entry" ] || rm -rf -- "./$entry" || return
	done
}

# Removes a directory that is still the one that was made. A directory whose creation was not reported is empty.
# $1: its number, or "new"; $2: its path
remove() {
	name=${2##*/}
	case $2,$name in
	/*,"$prefix"*) ;;
	*) return ;;
	esac
	cd -P -- "${2%/*}/" || return
	case $1 in
	new) rmdir -- "$name" ;;
	*)
		cd -P -- "$name" && [ "$(number .)" = "$1" ] || return
		clear_here || { sleep 0.2 && clear_here; } || return
		cd -P .. && [ "$(number "$name")" = "$1" ] && rmdir -- "$name" ;;
	esac
}

# Removes a file that still announces the server of the launcher.
# $1: its first line, without spaces; $2: its path
withdraw() {
	[ -f "$2" ] && [ ! -h "$2" ] && read -r line <"$2" && [ "$line" = "$1" ] && rm -f -- "$2"
}

# Ends by an error if no process can be started.
clean_up() {
	kill_marked
	for dir; do
		case $dir in
		"file "*)
			rest=${dir#* }
			withdraw "${rest%% *}" "${rest#* }" ;;
		*) remove "${dir%% *}" "${dir#* }" ;;
		esac
	done
}

# What forks without end is stopped as a whole before it is killed, as each death makes room for a birth. Its zombies count until they are
# reaped, and there is no other attempt.
trap 'trap - EXIT; signal_limited STOP TXZ; signal_limited KILL X; clean_up "$@"' EXIT
clean_up "$@"
trap - EXIT
