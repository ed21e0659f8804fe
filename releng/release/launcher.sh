# SPDX-License-Identifier: EPL-2.0
# Sourced by release.sh. Makes the archives of the launcher. Reads root, shell, work, jdk, libraries, version, stamp and SOURCE_DATE_EPOCH.
# POSIX sh.

# The jar of the program: equal bytes for equal sources, whatever the folder and the time.
program_jar() {
	collect_sources "$work"
	compile_java -g:source,lines -parameters -cp "$libraries/*" -d "$work/classes" "@$work/sources" 2>"$work/log" || {
		tail -n 30 "$work/log" >&2
		exit 1
	}
	(
		cd "$work/classes"
		find . -type f | LC_ALL=C sort >"$work/files"
		printf 'Main-Class: %s\n' "$main_class" >"$work/manifest"
		# the archive around it compresses better
		"$jdk/bin/jar" --create --no-compress --file "$work/pmix4j.jar" --date="$stamp" --manifest "$work/manifest" "@$work/files"
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

# The texts of the licenses of others, in a folder.
license_texts() {
	mkdir -p "$1"
	(
		cd "$1"
		"$jdk/bin/jar" --extract --file "$(echo "$libraries"/jna-*.jar)" META-INF/AL2.0 META-INF/LGPL2.1
		mv META-INF/AL2.0 Apache-2.0
		mv META-INF/LGPL2.1 LGPL-2.1
		rmdir META-INF
	)
}

# native_only FOLDER: leaves in an unpacked archive what its executable has no use for: native libraries of other systems. Adds the texts of
# the licenses of what is linked in, those of the builder's JDK.
native_only() {
	thin=$work/thin jar=$(echo "$1"/lib/jna-*.jar)
	mkdir "$thin"
	(
		cd "$thin"
		"$jdk/bin/jar" --extract --file "$jar"
		find com/sun/jna -mindepth 1 -maxdepth 1 -type d -name '*-*' ! -name "linux-$(uname -m | sed 's/_/-/')" -exec rm -r {} +
		find . -type f ! -path ./META-INF/MANIFEST.MF | LC_ALL=C sort >"$work/files"
		"$jdk/bin/jar" --create --no-compress --file "$jar" --date="$stamp" --manifest META-INF/MANIFEST.MF "@$work/files"
	)
	rm -r "$thin"
	"$root/releng/native/build.sh" --licenses "$1/share/doc/pmix4j/licenses/openjdk"
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
	license_texts "$1/share/doc/pmix4j/licenses"
	mkdir "$1/share/doc/pmix4j/docs"
	cp "$root"/docs/*.md "$1/share/doc/pmix4j/docs/"
	cp -R "$work/man" "$1/share/man"
	"$work/call" completion bash >"$1/share/bash-completion/completions/pmix4j"
	"$work/call" completion zsh >"$1/share/zsh/site-functions/_pmix4j"
	"$work/call" completion fish >"$1/share/fish/vendor_completions.d/pmix4j.fish"
	ln -s pmix4j "$1/bin/mpiexec"
}

# archive_folder FOLDER ARCHIVE: packs a folder of $work by $deflate; the archive does not depend on the user, the time and the order of
# files.
archive_folder() {
	(cd "$work" && tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go=rX,go-w --format=gnu \
		-cf - "$1") | $deflate >"$work/$2"
}

# try_archive FILE [VARIABLE=VALUE]...: unpacks an archive in a folder of its own and runs jobs, without a home, and with only these variables.
try_archive() {
	(
		rm -rf "$work/tried"
		mkdir "$work/tried"
		tar -xzf "$1" -C "$work/tried"
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
