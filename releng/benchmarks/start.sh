#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# start.sh - measures the gain of each trick for the start time of the launcher: builds the launcher without the trick and
# runs both in turn. Needs python3 and what ./pmix4j needs. Options: start.sh --help. All of it takes half an hour.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
python3 "$here/start.py" --work "$work" --root "$here/../.." "$@"
