#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# start.sh - measures how much each trick reduces the start time of the launcher: builds the launcher without the trick and
# runs both in turn. Needs python3 and the requirements of ./pmix4j. Options: start.sh --help. A full run takes half an hour.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
python3 "$here/start.py" --work "$work" --root "$here/../.." "$@"
