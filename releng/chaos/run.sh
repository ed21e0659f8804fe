#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# run.sh - attacks running launchers with hostile peers, kills and small heaps, and checks that nobody else notices and that nothing is
# lost or left. Needs gcc, libpmix-dev, python3 and util-linux (Debian 12). Options: run.sh --help. A full run takes ten minutes.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
export PYTHONDONTWRITEBYTECODE=1
case " $* " in
*" --help "* | *" -h "* | *" --list "*) exec python3 "$here/chaos.py" "$@" ;;
esac
for tool in pmixcc gcc python3 setpriv; do
	command -v "$tool" >/dev/null || {
		echo "run.sh: $tool is missing; on Debian: apt-get install gcc libpmix-dev python3 util-linux" >&2
		exit 2
	}
done
work=$(mktemp -d)
harness=
# the harness ends its launchers first
trap '[ -z "$harness" ] || { kill "$harness" && wait "$harness" || true; }; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
pmixcc -std=gnu11 -O2 -Wall -Wextra -o "$work/rank" "$here/rank.c"
python3 "$here/chaos.py" --work "$work" "$@" &
harness=$!
code=0
wait "$harness" || code=$?
harness=
exit "$code"
