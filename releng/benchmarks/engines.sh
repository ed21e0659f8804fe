#!/bin/bash
# SPDX-License-Identifier: EPL-2.0
# engines.sh - compares launches through a DVM of PRRTE on three pretend nodes with those of PRRTE itself, in turn: "run" and prterun, which
# start a DVM each, "submit" and prun, into one that stays, and "attached", a Java program that launches all of its jobs there. Prints medians
# of milliseconds, and the number of launches that failed. Needs root, and the tree of releng/peers/trixie.sh. A node has a /tmp of its own,
# so PROGRAM, by default the pmix4j of the checkout, must be elsewhere.
#
#   engines.sh [--runs NUMBER] [--ours PROGRAM] [--ranks NUMBER] [WORD ...]
#
# The words are the program and its arguments, by default sleep 0.1: PRRTE 3.0 loses the ends of some ranks that are shorter.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
limit=60

usage() {
	sed -n 's/^# \{0,1\}//; 3,12p' "$0"
}

# turns RUNS OURS RANKS JAVA CLASSES WORD...: on the head; measures in turn.
turns() {
	runs=$1 ours=$2 ranks=$3 java=$4 classes=$5
	shift 5
	hosts=node1:2,node2:2,node3:2
	work=$(mktemp -d)
	export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
	prte --host $hosts --report-uri "$work/uri" >"$work/log" 2>&1 </dev/null &
	dvm=$!
	trap 'kill "$dvm" 2>/dev/null; wait "$dvm" || true; rm -rf "$work"' EXIT
	for ((i = 0; i < 300; i++)); do
		[ ! -s "$work/uri" ] || break
		sleep 0.1
	done
	[ -s "$work/uri" ] || { echo "engines.sh: prte has not started:" && cat "$work/log" && exit 1; } >&2
	coproc ATTACHED { exec "$java" --enable-native-access=ALL-UNNAMED -cp "$classes" Warm "$(head -n 1 "$work/uri")" 2>"$work/attached.log"; }
	names=(run prterun submit attached prun)
	# the first turn warms the caches and is not counted
	for ((turn = 0; turn <= runs; turn++)); do
		for name in "${names[@]}"; do
			case $name in
			attached) command=(attached "$ranks") ;;
			run) command=("$ours" run --host $hosts -n "$ranks") ;;
			prterun) command=(prterun --host $hosts -n "$ranks") ;;
			submit) command=("$ours" submit --dvm-uri "file:$work/uri" -n "$ranks") ;;
			prun) command=(prun --dvm-uri "file:$work/uri" -n "$ranks") ;;
			esac
			begin=${EPOCHREALTIME/./}
			code=0
			if [ "$name" = attached ]; then
				echo "$ranks $*" >&"${ATTACHED[1]}"
				read -r -t $limit answer <&"${ATTACHED[0]}" || answer="no answer"
				case $answer in *[!0-9.]*) code=1 && echo "$answer" >"$work/out" ;; esac
			else
				timeout -k 5 $limit "${command[@]}" "$@" >"$work/out" 2>&1 </dev/null || code=$?
			fi
			end=${EPOCHREALTIME/./}
			if [ $turn -eq 0 ]; then
				[ $code -eq 0 ] || { echo "engines.sh: ${command[*]} ended with $code:" && cat "$work/out"; } >&2
			elif [ $code -eq 0 ]; then
				echo $((end - begin)) >>"$work/$name"
			else
				echo $code >>"$work/$name.failed"
			fi
		done
	done
	printf '%-10s %10s %8s\n' launcher ms failed
	for name in "${names[@]}"; do
		failed=0
		[ ! -e "$work/$name.failed" ] || failed=$(wc -l <"$work/$name.failed")
		median=-
		[ ! -e "$work/$name" ] || median=$(sort -n "$work/$name" |
			awk '{ t[NR] = $1 } END { printf "%.1f", (t[int((NR + 1) / 2)] + t[int(NR / 2) + 1]) / 2000 }')
		printf '%-10s %10s %8s\n' "$name" "$median" "$failed"
	done
}

if [ "${1-}" = --turns ]; then
	shift
	turns "$@"
	exit
fi

runs=20 ours=$root/pmix4j ranks=6
while [ $# -gt 0 ]; do
	case $1 in
	--runs) runs=$2 && shift 2 ;;
	--ours) ours=$(readlink -f "$2") && shift 2 ;;
	--ranks) ranks=$2 && shift 2 ;;
	-h | --help) usage && exit ;;
	-*) echo "engines.sh: unknown option $1; see --help" >&2 && exit 2 ;;
	*) break ;;
	esac
done
[ $# -gt 0 ] || set -- sleep 0.1
words=("$@")
set --
. "$here/tools.sh"
folder=$work/nodes
mkdir -p "$folder/classes"
"$jdk/bin/javac" -nowarn -proc:none -cp "$classes" -d "$work/nodes/classes" "$here/Warm.java"
[ "$runs" -ge 1 ] && [ "$ranks" -ge 1 ] || { echo "engines.sh: --runs and --ranks must be numbers from 1" >&2 && exit 2; }

exec {input}> >(exec "$root/releng/peers/nodes.sh" up "$folder" 3 >"$folder/up" 2>&1)
nodes=$!
trap 'exec {input}>&-; wait "$nodes"; rm -rf "$work"' EXIT
for ((i = 0; i < 300; i++)); do
	! grep -qx ready "$folder/up" 2>/dev/null || break
	sleep 0.1
done
grep -qx ready "$folder/up" || { echo "engines.sh: the nodes have not started:" && cat "$folder/up" && exit 1; } >&2
"$root/releng/peers/nodes.sh" run "$folder" node0 "$0" --turns "$runs" "$ours" "$ranks" "$jdk/bin/java" "$folder/classes:$classes" "${words[@]}"
