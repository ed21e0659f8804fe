#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# record.sh - stores the API of all bundles as that of a release, with which ApiTest compares later changes. Run it for each release, and
# after a step of the version that allows an incompatible change. Arguments are passed to Maven.
set -eu
cd "$(dirname "$0")/../.."

now=tests/org.pmix4j.architecture.tests/target/api
rm -rf "$now"
# fails where the API has changed, which is what is recorded
releng/api/compare.sh "$@" || true
[ -d "$now" ] || {
	echo "record.sh: ApiTest has not run" >&2
	exit 1
}
rm -f releng/api/*.txt
for file in "$now"/*.txt; do
	[ ! -s "$file" ] || cp "$file" releng/api/
done
git diff --stat -- releng/api
