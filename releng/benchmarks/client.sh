#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# client.sh - compares the client in Java with libpmix of this machine, and with that of Debian 13 if releng/peers/trixie.sh has made its
# tree: the same calls on the same server, in turn. Needs the same tools as run.sh. Options: client.sh --help.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
measure=$here/client/compare.py
. "$here/tools.sh"
pmixcc -std=gnu11 -O2 -Wall -Wextra -o "$work/calls" "$here/client/calls.c"
"$jdk/bin/javac" -cp "$classes" -d "$work" "$here/client/Calls.java"
set -- --work "$work" --pmix4j "$root/pmix4j" --java "$jdk/bin/java" --classes "$classes:$work" "$@"
trixie=$root/releng/peers/trixie.sh
if "$trixie" path >/dev/null 2>&1; then
	"$trixie" run pmixcc -std=gnu11 -O2 -o "$work/calls-trixie" "$here/client/calls.c"
	set -- --trixie "$trixie" "$@"
fi
python3 "$measure" "$@"
