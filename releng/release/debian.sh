# SPDX-License-Identifier: EPL-2.0
# Sourced by release.sh. Makes Debian packages of the launcher's archives. Reads root, work, version, label, debian_version and
# SOURCE_DATE_EPOCH. POSIX sh.

# debian_package FOLDER PACKAGE ARCHITECTURE DEPENDS CONFLICTS: makes $work/PACKAGE_VERSION_ARCHITECTURE.deb from the unpacked archive
# $work/FOLDER. Its program finds the rest from where the link in /usr/bin leads. The name mpiexec belongs to the packages of MPI
# libraries, so that ours is below /usr/lib only.
debian_package() {
	staged=$work/debian/$2
	document=$staged/usr/share/doc/$2
	mkdir -p "$staged/DEBIAN" "$staged/usr/bin" "$staged/usr/lib/pmix4j" "$document"
	cp -R "$work/$1/." "$staged/usr/lib/pmix4j/"
	(
		cd "$staged/usr/lib/pmix4j"
		mv share/doc/pmix4j/docs share/doc/pmix4j/licenses share/doc/pmix4j/README.md "$document/"
		gzip -9 -n -c share/doc/pmix4j/CHANGELOG.md >"$document/changelog.gz"
		rm -r share/doc
		mv share/* "$staged/usr/share/"
		rmdir share
		ln -s ../../../lib/pmix4j/examples "$document/examples"
	)
	ln -s ../lib/pmix4j/bin/pmix4j "$staged/usr/bin/pmix4j"
	debian_copyright >"$document/copyright"
	debian_changelog "$2" | gzip -9 -n >"$document/changelog.Debian.gz"
	find "$staged" -type d -exec chmod 755 {} +
	find "$staged" -type f ! -perm -u+x -exec chmod 644 {} +
	find "$staged" -type f -perm -u+x -exec chmod 755 {} +
	{
		printf 'Package: %s\nVersion: %s\nSection: science\nPriority: optional\nArchitecture: %s\n' "$2" "$debian_version" "$3"
		printf 'Maintainer: %s\nInstalled-Size: %s\n' "$(debian_maintainer)" "$(du -k -s --apparent-size "$staged/usr" | cut -f 1)"
		printf 'Depends: %s\nSuggests: openmpi-bin, mpich\nConflicts: %s\n' "$4" "$5"
		cat <<-TEXT
			Description: launcher of parallel programs with an embedded PMIx server
			 PMIx4J starts the processes of parallel programs on this machine, such as
			 those linked with Open MPI, OpenSHMEM, MPICH or the PMIx library, and serves
			 them PMIx and PMI-1. It needs no daemon and no other launcher.
		TEXT
	} >"$staged/DEBIAN/control"
	(cd "$staged" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$staged/DEBIAN/md5sums"
	find "$staged" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
	# one thread, as the number of threads changes the bytes
	dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$staged" "$work/$2_${debian_version}_$3.deb" >/dev/null
}

debian_maintainer() {
	echo "${DEBFULLNAME:-PMIx4J Developers} <${DEBEMAIL:-pmix4j@packages.debian.org}>"
}

debian_copyright() {
	cat <<-TEXT
		Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
		Upstream-Name: PMIx4J

		Files: *
		Copyright: 2026 PMIx4J contributors
		License: EPL-2.0

	TEXT
	echo 'License: EPL-2.0'
	sed 's/^$/./; s/^/ /' "$root/LICENSE"
	printf '\nFiles: usr/lib/pmix4j/lib/* usr/lib/pmix4j/bin/*\nCopyright: see the comment\nLicense: others\nComment:\n'
	sed 's/^$/./; s/^/ /' "$root/releng/NOTICES.md"
}

debian_changelog() {
	printf '%s (%s) unstable; urgency=medium\n\n  * Release %s; changelog.gz has its changes.\n\n -- %s  %s\n' "$1" "$debian_version" "$label" \
		"$(debian_maintainer)" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
}

# try_package PACKAGE-FILE RELEASE [JDK]: checks a package, installs it into the tree of a release of Debian (releng/peers/tree.sh), runs a job
# there as another user, and removes it again. What it changes is gone afterwards. A package without a program of its own gets a JDK of
# this machine.
try_package() {
	if command -v lintian >/dev/null; then
		# the tags that we explain there
		lintian --allow-root --fail-on error,warning --suppress-tags-from-file "$root/releng/release/lintian-tags" "$1" || return 1
	else
		echo "release.sh: $1 is not checked by lintian, which is missing" >&2
	fi
	if [ "$(id -u)" -ne 0 ]; then
		echo "release.sh: $1 is not installed anywhere, which only root can" >&2
		return 0
	fi
	"$root/releng/peers/tree.sh" "$2" make || return 1
	unshare --mount sh "$root/releng/release/try-package.sh" "$("$root/releng/peers/tree.sh" "$2" path)" "$@"
}
