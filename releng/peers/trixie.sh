#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# trixie.sh - the newer C peers of Debian 13 (trixie); tree.sh has the commands
exec "$(dirname "$0")/tree.sh" trixie "$@"
