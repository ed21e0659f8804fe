#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# release.sh - builds what users download in target/release from the last commit, and tries it as a stranger would.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
. "$root/releng/shell/program.sh"
. "$shell/build-launcher.sh"
. "$root/releng/release/launcher.sh"
. "$root/releng/release/debian.sh"
. "$root/releng/release/eclipse.sh"
. "$root/releng/release/javadoc.sh"
. "$root/releng/release/maven.sh"
. "$root/releng/release/materials.sh"
. "$root/releng/release/site.sh"

# what a download of the launcher may take
MOST_BYTES=15000000

usage() {
	cat <<TEXT
Usage: releng/release.sh [--java-only] [--executable FILE] [--untried] [--twice] [VERSION]
Builds what users download in target/release from the last commit, and tries it:

  pmix4j-VERSION-java.tar.gz              the launcher for any system with a JDK 21 or newer
  pmix4j-VERSION-linux-ARCHITECTURE.tar.gz  the launcher as a native executable, which needs no Java; see docs/native.md for its tools
  pmix4j-VERSION-linux-ARCHITECTURE-debug.tar.gz  its symbols for debuggers and profilers, to be unpacked in the same folder
  pmix4j-java_VERSION_all.deb, pmix4j_VERSION_ARCHITECTURE.deb  packages of both for Debian 12, Ubuntu 22.04 and newer
  pmix4e-VERSION-update-site.zip          what Eclipse installs, with sources
  pmix4e-VERSION-linux.gtk.x86_64.tar.gz  the workbench, which needs a JDK 21 or newer
  pmix4j-VERSION-maven.tar.gz             a Maven repository with the bundles of PMIx4J, their sources and Javadoc
  pmix4j-VERSION.cdx.json                 the bill of materials of the launcher (CycloneDX)
  site                                    pages for a web server: the documents, the Javadoc of the API, the update site
  SHA256SUMS                              of the files, and with RELEASE_KEY its signature, SHA256SUMS.asc

Needs git, xz, libdeflate-gzip (but for --java-only), gpg with RELEASE_KEY, help2man, dpkg-deb and the tools of ./pmix4j. Changes that are
not committed are an error.

  VERSION       The version of the sources, for a release: CHANGELOG.md must not call it unreleased, and the API must be compatible
                with the last release, as far as the version promises. Without it, a snapshot is built.
  --java-only   Only the launcher for Java and its package.
  --executable FILE  Take this native executable, and the symbols in FILE.debug if they are there, instead of building one. The licenses of
                what is linked in still come from the tools that docs/native.md names.
  --untried     Do not try the results.
  --twice       Build all but the executable again in another folder, and compare: equal sources must give equal bytes.
  -h, --help    Show this help and exit.

Environment variables:
  RELEASE_KEY             The key of gpg that signs SHA256SUMS.
  DEBFULLNAME, DEBEMAIL   The maintainer of the Debian packages.
TEXT
}

java_only=false untried=false twice=false executable='' given=''
while [ $# -gt 0 ]; do
	argument=$1
	shift
	case $argument in
	-h | --help)
		usage
		exit ;;
	--java-only) java_only=true ;;
	--untried) untried=true ;;
	--twice) twice=true ;;
	--executable)
		[ -x "${1:-}" ] || {
			echo "release.sh: --executable needs the file of a native executable, not '${1:-}'" >&2
			exit 2
		}
		executable=$(readlink -f "$1")
		shift ;;
	-*)
		echo "release.sh: unknown option $argument; see --help" >&2
		exit 2 ;;
	*)
		[ -z "$given" ] || {
			echo "release.sh: one version is enough: $given, $argument" >&2
			exit 2
		}
		given=$argument ;;
	esac
done

# its archives are 3 % smaller, and what it takes some 10 s longer counts for a release only
deflate='libdeflate-gzip -12 -n -c'
! $java_only || deflate='gzip -9 -n'
for tool in git help2man gzip "${deflate%% *}" xz tar sha256sum dpkg-deb ${RELEASE_KEY:+gpg}; do
	command -v "$tool" >/dev/null || {
		echo "release.sh: $tool is missing; on Debian: sudo apt-get install git help2man gzip libdeflate-tools xz-utils tar coreutils dpkg" \
			"gpg" >&2
		exit 1
	}
done
$java_only || "$root/releng/native/build.sh" --check >&2 || exit 1
changed=$(cd "$root" && git status --porcelain | head -n 5)
[ -z "$changed" ] || {
	printf 'release.sh: these files are not committed; commit them, or work in a clean clone:\n%s\n' "$changed" >&2
	exit 1
}
version=$(sed -n 's/^version=//p' "$root/bundles/org.pmix4j.cli/src/org/pmix4j/cli/version.properties")
[ -z "$given" ] || [ "$given" = "$version" ] || {
	echo "release.sh: the version of the sources is $version, not $given; .github/CONTRIBUTING.md says how to change it" >&2
	exit 2
}
section=$(grep "^## $version\\b" "$root/CHANGELOG.md") || {
	echo "release.sh: CHANGELOG.md has no section $version; write what users and embedders will notice" >&2
	exit 1
}
SOURCE_DATE_EPOCH=$(cd "$root" && git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
stamp=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
if [ -n "$given" ]; then
	case $section in
	*'not released'*)
		echo "release.sh: CHANGELOG.md says \"$section\"; put the day of the release there" >&2
		exit 1 ;;
	esac
	label=$version debian_version=$version-1
else
	label=$version-SNAPSHOT debian_version=$version~$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M)-1
fi

if [ -n "$given" ]; then
	echo "release.sh: comparing the API with that of the last release ..." >&2
	"$root/releng/api/compare.sh" >&2
fi

find_jdk 21 release.sh || exit 1
jdk=$jdk_home
mkdir -p "$out" "$root/target"
find_libraries
[ -d "$libraries" ] || fetch_libraries
work=$(mktemp -d "$root/target/release.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

echo "release.sh: compiling $label ..." >&2
program_jar
# the manual pages take some sixty calls: the first one archives the classes for the others
plain="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile='$work/classes.jsa'"
[ "$jdk_major" -lt 24 ] || plain="$plain --enable-native-access=ALL-UNNAMED"
printf '#!/bin/sh\nexec "%s" %s -cp "%s:%s/*" %s "$@"\n' "$jdk/bin/java" "$plain" "$work/pmix4j.jar" "$libraries" "$main_class" \
	>"$work/call"
chmod 755 "$work/call"
manual_pages "$work/man/man1"
target=$root/target/release

results=''
# made FILE: notes a file of $work as a result.
made() {
	results="$results $1"
}

# try COMMAND...: runs a command that tries a result, unless nothing is to be tried.
try() {
	$untried || "$@"
}

name=pmix4j-$label
common_files "$work/$name"
ln -s ../pmix4j "$work/$name/bin/pmix4j"
archive_folder "$name" "$name-java.tar.gz"
made "$name-java.tar.gz"
try try_archive "$work/$name-java.tar.gz" "JAVA_HOME=$jdk"
package=pmix4j-java_${debian_version}_all.deb
debian_package "$name" pmix4j-java all 'openjdk-21-jdk-headless | java21-sdk-headless' pmix4j
made "$package"
try try_package "$work/$package" trixie "$jdk"

if ! $java_only; then
	[ -n "$executable" ] || {
		"$root/releng/native/build.sh"
		executable=$root/target/native/pmix4j
	}
	rm "$work/$name/bin/pmix4j"
	cp "$executable" "$work/$name/bin/pmix4j"
	native_only "$work/$name"
	native=$name-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m).tar.gz
	archive_folder "$name" "$native"
	[ "$(stat -c %s "$work/$native")" -le "$MOST_BYTES" ] || {
		echo "release.sh: $native has more than $MOST_BYTES bytes; docs/native.md says what fills the executable" >&2
		exit 1
	}
	made "$native"
	try try_archive "$work/$native"
	architecture=$(dpkg --print-architecture)
	package=pmix4j_${debian_version}_$architecture.deb
	debian_package "$name" pmix4j "$architecture" 'libc6 (>= 2.34), zlib1g' pmix4j-java
	made "$package"
	try try_package "$work/$package" bookworm
	try try_package "$work/$package" trixie
	if [ -f "$executable.debug" ]; then
		cp "$executable.debug" "$work/$name/bin/pmix4j.debug"
		archive_folder "$name/bin/pmix4j.debug" "${native%.tar.gz}-debug.tar.gz"
		made "${native%.tar.gz}-debug.tar.gz"
	fi
	build_eclipse
	made "pmix4e-$label-update-site.zip"
	made "pmix4e-$label-linux.gtk.x86_64.tar.gz"
	try try_workbench "$work/pmix4e-$label-linux.gtk.x86_64.tar.gz"
	javadoc_references
	build_artifacts
	made "pmix4j-$label-maven.tar.gz"
	try try_artifacts "$work/pmix4j-$label-maven.tar.gz"
	try try_update_site "$work/pmix4e-$label-update-site.zip"
	try try_installations "$work/pmix4e-$label-update-site.zip"
	build_site "$work/pmix4e-$label-update-site.zip"
	bill_of_materials >"$work/$name.cdx.json"
	made "$name.cdx.json"
fi

# build_again: builds the same commit in a folder of its own, and compares. What differs is listed.
build_again() {
	echo "release.sh: building again in another folder ..." >&2
	again=$work/again
	git clone -q "$root" "$again"
	mkdir -p "$again/target/pmix4j"
	cp -R "$libraries" "$again/target/pmix4j/"
	set -- --untried
	! $java_only || set -- "$@" --java-only
	[ -z "$executable" ] || set -- "$@" --executable "$executable"
	(unset RELEASE_KEY && "$again/releng/release.sh" "$@" ${given:+"$given"}) >"$work/log" 2>&1 || {
		tail -n 30 "$work/log" >&2
		exit 1
	}
	# file names in the Maven repository of a snapshot contain the time
	timed='-SNAPSHOT-maven\.tar\.gz'
	grep -v -e "$timed" "$target/SHA256SUMS" >"$work/first"
	grep -v -e "$timed" "$again/target/release/SHA256SUMS" >"$work/second"
	if ! diff "$work/first" "$work/second" >&2 ||
		{ ! $java_only && ! diff -r "$target/site" "$again/target/release/site" >&2; }; then
		echo "release.sh: two builds of the same commit differ; those are the sums, or files of the site" >&2
		exit 1
	fi
	echo "release.sh: both builds are equal" >&2
}

cd "$work"
# shellcheck disable=SC2086 # split into words on purpose
{
	sha256sum $results >SHA256SUMS
	[ -z "${RELEASE_KEY:-}" ] || gpg --batch --yes --local-user "$RELEASE_KEY" --armor --detach-sign SHA256SUMS
	rm -rf "$target"
	mkdir -p "$target"
	mv $results SHA256SUMS* "$target/"
	$java_only || mv site "$target/"
}
! $twice || build_again
echo "release.sh: in $target:" >&2
ls -l "$target" >&2
