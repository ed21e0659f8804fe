#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# forky.sh - the newer C peers of Debian's next release (forky); tree.sh has the commands
exec "$(dirname "$0")/tree.sh" forky "$@"
