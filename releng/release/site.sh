# SPDX-License-Identifier: EPL-2.0
# Sourced by release.sh. Makes the site. Reads root, work, jdk, label, references and checkout. POSIX sh.

# build_site UPDATE-SITE: makes $work/site, whose pages need no server: the documents, the Javadoc of all API packages, and the update site.
# A link that leads nowhere is an error.
build_site() {
	mkdir -p "$work/site/updates"
	packages=''
	for bundle in "$root"/bundles/org.pmix4j.*; do
		packages="$packages $(api_packages "$bundle")"
	done
	# shellcheck disable=SC2086 # one word each
	javadoc "$work/site/api" "PMIx4J $label" $packages || return 1
	(cd "$work/site/updates" && "$jdk/bin/jar" --extract --file "$1")
	cat >"$work/site/updates/index.html" <<-TEXT
		<!DOCTYPE html>
		<html lang="en">
		<head>
		<meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<meta name="color-scheme" content="light dark">
		<title>Update site of PMIx4E $label</title>
		<link rel="stylesheet" href="../site.css">
		</head>
		<body>
		<nav><a href="../index.html">PMIx4J</a></nav>
		<main>
		<h1>Update site of PMIx4E $label</h1>
		<p>In Eclipse, enter the address of this page in Help &gt; Install New Software. The <a href="../docs/user-guide.html#eclipse">user
		guide</a> says which releases of Eclipse can use it.</p>
		</main>
		</body>
		</html>
	TEXT
	"$jdk/bin/java" -cp "$references" "$root/releng/release/Site.java" "$root" "$work/site" "$label" >&2 || {
		echo "release.sh: these links of the site lead nowhere" >&2
		return 1
	}
}
