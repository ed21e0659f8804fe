#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# run.sh - compares pmix4j run, and pmix4j submit with a running server, with mpirun on this machine, and with prterun and prun if
# releng/peers/trixie.sh has made its tree: the same C programs under all, in turn, medians as a table.
# Needs gcc, libpmix-dev, python3 and openmpi-bin (Debian 12). Options: run.sh --help. A full run takes about half an hour.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
case " $* " in
*" --help "* | *" -h "*) exec python3 "$here/run.py" --help ;;
esac
for tool in pmixcc gcc python3; do
	command -v "$tool" >/dev/null || {
		echo "run.sh: $tool is missing; on Debian: apt-get install gcc libpmix-dev python3 openmpi-bin" >&2
		exit 2
	}
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
"$here/c/build.sh" "$work"
python3 "$here/run.py" --work "$work" --root "$here/../.." "$@"
