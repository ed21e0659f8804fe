#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# build.sh FOLDER - compiles the programs of the benchmarks, client and output, into a folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
pmixcc -std=gnu11 -O2 -Wall -Wextra -o "$1/client" "$here/client.c" "$here/rank.c" "$here/data.c" "$here/requests.c"
gcc -std=gnu11 -O2 -Wall -Wextra -o "$1/output" "$here/output.c"
