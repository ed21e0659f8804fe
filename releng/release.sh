#!/bin/sh
# SPDX-License-Identifier: EPL-2.0
# release.sh - builds the archives of the launcher in target/release from the committed sources, and tries them as a stranger would.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd -P)
. "$root/releng/shell/program.sh"
. "$shell/build-launcher.sh"

case ${1:-} in
-h | --help)
	cat <<TEXT
Usage: releng/release.sh [--java-only]
Builds the archives of the launcher in target/release from the last commit, and tries them in a folder of their own:

  pmix4j-VERSION-java.tar.gz              for any system with a JDK 21 or newer
  pmix4j-VERSION-linux-ARCHITECTURE.tar.gz  with the native executable, which needs no Java; see docs/native.md for its tools
  SHA256SUMS                              of both

Needs git, help2man and the tools of ./pmix4j. Changes that are not committed are an error.

  --java-only  Leave out the archive with the native executable.
  -h, --help   Show this help and exit.
TEXT
	exit ;;
'' | --java-only) ;;
*)
	echo "release.sh: unknown option $1; see --help" >&2
	exit 2 ;;
esac
java_only=${1:-}

for tool in git help2man gzip tar sha256sum; do
	command -v "$tool" >/dev/null || {
		echo "release.sh: $tool is missing; on Debian: sudo apt-get install git help2man gzip tar coreutils" >&2
		exit 1
	}
done
changed=$(cd "$root" && git status --porcelain | head -n 5)
[ -z "$changed" ] || {
	printf 'release.sh: these files are not committed; commit them, or work in a clean clone:\n%s\n' "$changed" >&2
	exit 1
}
version=$(sed -n 's/^version=//p' "$root/bundles/org.pmix4j.cli/src/org/pmix4j/cli/version.properties")
grep -q "^## $version\\b" "$root/CHANGELOG.md" || {
	echo "release.sh: CHANGELOG.md has no section $version; write what users and embedders will notice" >&2
	exit 1
}
SOURCE_DATE_EPOCH=$(cd "$root" && git log -1 --format=%ct)
stamp=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

find_jdk 21 release.sh || exit 1
jdk=$jdk_home
mkdir -p "$out" "$root/target"
find_libraries
[ -d "$libraries" ] || fetch_libraries
work=$(mktemp -d "$root/target/release.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The jar of the program: equal bytes for equal sources, whatever the folder and the time.
program_jar() {
	collect_sources "$work"
	compile_java -g -parameters -cp "$libraries/*" -d "$work/classes" "@$work/sources" 2>"$work/log" || {
		tail -n 30 "$work/log" >&2
		exit 1
	}
	(
		cd "$work/classes"
		find . -type f | LC_ALL=C sort >"$work/files"
		printf 'Main-Class: %s\n' "$main_class" >"$work/manifest"
		"$jdk/bin/jar" --create --file "$work/pmix4j.jar" --date="$stamp" --manifest "$work/manifest" "@$work/files"
	)
}

# Prints the help of a command with all of its options; of the tool itself without a command.
whole_help() {
	if [ $# -gt 0 ] && options=$("$work/call" "$1" --help=all 2>/dev/null); then
		"$work/call" "$1" --help | sed '/^[A-Z][a-z ]*:$/,$d'
		printf '%s\n' "$options"
	else
		"$work/call" "$@" --help
	fi
}

# manual_page FILE NAME PURPOSE [COMMAND]: makes a page from the help. It does not depend on the day of its making.
manual_page() {
	page=$1 name=$2 purpose=$3
	shift 3
	whole_help "$@" | sed 's/^Exit code:/\n&/; s/^[A-Z][a-z ]*:$/\n&/' >"$work/help"
	printf '#!/bin/sh\ncat "%s"\n' "$work/help" >"$work/$name"
	chmod 755 "$work/$name"
	# it takes no path with spaces
	(cd "$work" && help2man --no-info --name="$purpose" --version-string="$version" --source="PMIx4J $version" "./$name") >"$work/page"
	month=$(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" '+%B %Y')
	sed "s/^\\(\\.TH [^ ]* [^ ]*\\) \"[^\"]*\"/\\1 \"$month\"/" "$work/page" | gzip -9 -n >"$page"
}

manual_pages() {
	mkdir -p "$1"
	manual_page "$1/pmix4j.1.gz" pmix4j 'run parallel programs through an embedded PMIx server'
	"$work/call" --help | sed -n '/^Commands:/,/^Options:/s/^  \([a-z]*\)  *\(.*\)\.$/\1 \2/p' >"$work/commands"
	while read -r command purpose; do
		manual_page "$1/pmix4j-$command.1.gz" "pmix4j-$command" "$purpose" "$command"
	done <"$work/commands"
}

# What both archives have, in a folder.
common_files() {
	mkdir -p "$1/bin" "$1/lib" "$1/releng/shell" "$1/share/doc/pmix4j" "$1/share/bash-completion/completions" \
		"$1/share/zsh/site-functions" "$1/share/fish/vendor_completions.d"
	cp "$work/pmix4j.jar" "$libraries"/jna-*.jar "$libraries"/jspecify-*.jar "$1/lib/"
	cp "$root/pmix4j" "$1/"
	for script in build-launcher example find-jdk own-mvn program; do
		cp "$shell/$script.sh" "$1/releng/shell/"
	done
	cp "$shell/libraries.xml" "$1/releng/shell/"
	mkdir "$1/examples"
	for example in "$root"/examples/*; do
		[ -d "$example" ] || cp "$example" "$1/examples/"
	done
	cp "$root/README.md" "$root/CHANGELOG.md" "$root/LICENSE" "$root/releng/NOTICES.md" "$1/share/doc/pmix4j/"
	mkdir "$1/share/doc/pmix4j/docs"
	cp "$root"/docs/*.md "$1/share/doc/pmix4j/docs/"
	cp -R "$work/man" "$1/share/man"
	"$work/call" completion bash >"$1/share/bash-completion/completions/pmix4j"
	"$work/call" completion zsh >"$1/share/zsh/site-functions/_pmix4j"
	"$work/call" completion fish >"$1/share/fish/vendor_completions.d/pmix4j.fish"
	ln -s pmix4j "$1/bin/mpiexec"
}

# archive_folder FOLDER ARCHIVE: packs a folder of $work; the archive does not depend on the user, the time and the order of files.
archive_folder() {
	(cd "$work" && tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go=rX,go-w --format=gnu \
		-cf - "$1") | gzip -9 -n >"$work/$2"
}

# try ARCHIVE [VARIABLE=VALUE]...: unpacks an archive in a folder of its own and runs jobs, without a home, and with only these variables.
try() {
	(
		rm -rf "$work/tried"
		mkdir "$work/tried"
		tar -xzf "$work/$1" -C "$work/tried"
		unpacked=$(echo "$work"/tried/*)
		chmod -R a-w "$unpacked"
		shift
		cd /
		for command in 'pmix4j run' mpiexec; do
			# shellcheck disable=SC2016 # expanded by the ranks
			printed=$(env -i PATH="$unpacked/bin:/usr/bin:/bin" TMPDIR="$work" "$@" \
				sh -c "$command -n 2 sh -c 'echo \$PMIX_RANK'" | sort | tr '\n' ' ')
			[ "$printed" = '0 1 ' ] || {
				echo "release.sh: $command -n 2 of $unpacked prints '$printed' instead of the ranks 0 and 1" >&2
				exit 1
			}
		done
		gzip -dc "$unpacked/share/man/man1/pmix4j-run.1.gz" | grep -q 'map.-by' || {
			echo "release.sh: the manual page of pmix4j run has no options" >&2
			exit 1
		}
	)
	chmod -R u+w "$work/tried"
}

echo "release.sh: compiling $version ..." >&2
program_jar
plain=''
[ "$jdk_major" -lt 24 ] || plain=--enable-native-access=ALL-UNNAMED
printf '#!/bin/sh\nexec "%s" %s -cp "%s:%s/*" %s "$@"\n' "$jdk/bin/java" "$plain" "$work/pmix4j.jar" "$libraries" "$main_class" \
	>"$work/call"
chmod 755 "$work/call"
manual_pages "$work/man/man1"
target=$root/target/release
mkdir -p "$target"

name=pmix4j-$version
common_files "$work/$name"
ln -s ../pmix4j "$work/$name/bin/pmix4j"
archive_folder "$name" "$name-java.tar.gz"
try "$name-java.tar.gz" "JAVA_HOME=$jdk"
made=$name-java.tar.gz

if [ "$java_only" = '' ]; then
	"$root/releng/native/build.sh"
	rm "$work/$name/bin/pmix4j"
	cp "$root/target/native/pmix4j" "$work/$name/bin/pmix4j"
	native=$name-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m).tar.gz
	archive_folder "$name" "$native"
	try "$native"
	made="$made $native"
fi

cd "$work"
# shellcheck disable=SC2086 # split into words on purpose
{
	sha256sum $made >SHA256SUMS
	mv $made SHA256SUMS "$target/"
}
echo "release.sh: in $target:" >&2
ls -l "$target" >&2
