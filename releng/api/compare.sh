#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# compare.sh - compares the API of all bundles with that of the last release, by ApiTest alone. Arguments are passed to Maven.
set -eu
cd "$(dirname "$0")/../.."
bundles=$(cd bundles && ls -d org.* | sed 's/^/:/' | paste -sd ,)
exec ./mvnw -B -q verify -pl "$bundles,:org.pmix4j.architecture.tests" -am -Dtest='org.pmix4j.architecture.tests.ApiTest' \
	-Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false "$@"
