#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# warm.sh - compares launches in a host that already runs (Warm.java), and by "pmix4j submit", with a cold "pmix4j run" and a cold mpirun,
# in turn. Needs the same tools as run.sh. Options: warm.sh --help.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
measure=$here/warm.py
. "$here/tools.sh"
"$here/c/build.sh" "$work"
"$jdk/bin/javac" -cp "$classes" -d "$work" "$here/Warm.java"
python3 "$measure" --work "$work" --pmix4j "$root/pmix4j" --java "$jdk/bin/java" --arguments "$app/java.args" \
	--classes "$classes:$work" "$@"
