# SPDX-License-Identifier: EPL-2.0
# Sourced by release.sh. Makes the Javadoc of the API. Reads root, work, jdk, jdk_major, libraries, label and stamp. POSIX sh.

# api_packages BUNDLE-FOLDER: prints the packages that a bundle exports to everybody.
api_packages() {
	sed -e ':a' -e '$!N' -e 's/\n //' -e 'ta' -e 'P' -e 'D' "$1/META-INF/MANIFEST.MF" | sed -n 's/^Export-Package: //p' |
		tr ',' '\n' | sed -n 's/;version=.*//p' | sed '/\.internal/d'
}

# Sets references to the class path of the sources.
javadoc_references() {
	references=$work/references
	mkdir "$references"
	junit=$(sed -n 's,.*<junit.version>\(.*\)</junit.version>.*,\1,p' "$root/pom.xml")
	own_mvn release.sh "$references" -f "$root/releng/release/references.xml" -Djunit.version="$junit" \
		org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$references" >"$work/log" 2>&1 || {
		tail -n 30 "$work/log" >&2
		return 1
	}
	references="$references/*:$libraries/*"
}

# javadoc FOLDER TITLE PACKAGE...: writes pages that do not depend on the time; a complaint about a comment is an error.
javadoc() {
	pages=$1 title=$2
	shift 2
	fonts=''
	[ "$jdk_major" -lt 23 ] || fonts=--no-fonts # 4 MB of them
	# sun.misc.Signal, which no option of the compiler accepts, is the only other thing that it warns about
	"$jdk/bin/javadoc" -quiet -notimestamp ${fonts:+"$fonts"} -Xdoclint:all -encoding UTF-8 -docencoding UTF-8 -charset UTF-8 \
		--release 21 -windowtitle "$title" -doctitle "$title" --source-path "$(echo "$root"/bundles/org.pmix4j.*/src | tr ' ' :)" \
		-cp "$references" -d "$pages" "$@" >"$work/log" 2>&1 &&
		! grep -v 'Signal\(Handler\)\? is internal proprietary API' "$work/log" | grep -E '(error|warning): ' >&2 || {
		tail -n 30 "$work/log" >&2
		echo "release.sh: Javadoc complains about $title" >&2
		return 1
	}
}

# Makes $1/BUNDLE-javadoc.jar for each bundle of PMIx4J.
javadoc_jars() {
	mkdir -p "$1"
	for bundle in "$root"/bundles/org.pmix4j.*; do
		artifact=${bundle##*/}
		mkdir "$work/pages"
		packages=$(api_packages "$bundle")
		if [ -n "$packages" ]; then
			# shellcheck disable=SC2086 # one word each
			javadoc "$work/pages" "$artifact $label" $packages || return 1
		else
			echo "The packages of $artifact are for the other bundles of PMIx4J only." >"$work/pages/README"
		fi
		jar_of "$work/pages" "$1/$artifact-javadoc.jar"
		rm -r "$work/pages"
	done
}

# jar_of FOLDER JAR: packs a folder; equal bytes for equal files.
jar_of() {
	(cd "$1" && find . -type f | LC_ALL=C sort >"$work/files" &&
		"$jdk/bin/jar" --create --no-manifest --file "$2" --date="$stamp" "@$work/files")
}
