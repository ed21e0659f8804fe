# SPDX-License-Identifier: EPL-2.0
# Cleans up after a launcher that died without a word. Reads orders, one a line, from the launcher's pipe. The end of the pipe without
# "bye" means that the launcher is gone: then all that it had started is killed, and its directories are removed.
# $1: how the names of those directories begin
trap '' INT TERM HUP QUIT PIPE TSTP
prefix=$1
groups=' '
marks=
pipe=0
set --
while read -r order rest; do
	case $order in
	pipe) pipe=$rest ;;
	group)
		groups="$groups$rest "
		pipe=0 ;;
	forget)
		case $groups in
		*" $rest "*) groups="${groups%% $rest *} ${groups#* $rest }" ;;
		esac ;;
	mark) marks="$marks -e ^$rest" ;;
	dir) set -- "$@" "$rest" ;;
	undir)
		for dir; do
			shift
			[ "$dir" = "$rest" ] || set -- "$@" "$dir"
		done ;;
	bye) exit 0 ;;
	esac
done
for group in $groups; do
	case $group in
	[2-9]|[1-9][0-9]*) kill -s KILL -- "-$group" ;;
	esac
done
# A child may be on its way to its program while we look, or fork while we kill: only three looks in vain, a moment apart, are the end.
# One that was just being started may hide its environment, but not the pipe that it writes to.
vain=0
looks=0
while [ "$marks$pipe" != 0 ] && [ $vain -lt 3 ] && [ $looks -lt 100 ]; do
	looks=$((looks + 1))
	vain=$((vain + 1))
	for file in ${marks:+$(grep -lsaz $marks /proc/[0-9]*/environ)} \
			$([ "$pipe" = 0 ] || find /proc/[0-9]*/fd -maxdepth 1 -lname "pipe:\\[$pipe\\]" 2>/dev/null); do
		vain=0
		pid=${file#/proc/}
		kill -s KILL "${pid%%/*}"
	done
	sleep 0.02
done
for dir; do
	case $dir in
	/*) ;;
	*) continue ;;
	esac
	case ${dir##*/} in
	"$prefix"*) ;;
	*) continue ;;
	esac
	[ -d "$dir" ] && [ ! -L "$dir" ] && [ -O "$dir" ] && { rm -rf -- "$dir" || { sleep 0.2; rm -rf -- "$dir"; }; }
done
