// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Checkout;

/** The archive from which {@code trixie.sh} installs peers: the one that apt of this machine uses. */
class MirrorTest {
	@TempDir
	private Path sources;

	@Test
	void mirror_sourcesInOneLineFormat_isFirstArchive() throws Exception {
		Files.writeString(sources.resolve("sources.list"), """
				# deb http://commented.example/debian stable main
				deb-src http://sources.example/debian stable main
				deb http://security.example/debian-security stable-security main
				deb [arch=amd64 signed-by=/usr/share/keyrings/a.gpg] https://mirror.example/debian/ stable main
				""");

		assertThat(mirror()).isEqualTo("https://mirror.example/debian\n");
	}

	@Test
	void mirror_sourcesInDeb822Format_isFirstArchive() throws Exception {
		Path folder = Files.createDirectory(sources.resolve("sources.list.d"));
		Files.writeString(folder.resolve("debian.sources"), """
				Types: deb
				URIs: http://other.example/packages
				Suites: stable

				Types: deb
				URIs: http://mirror.example/debian http://second.example/debian
				Suites: stable
				""");

		assertThat(mirror()).isEqualTo("http://mirror.example/debian\n");
	}

	@Test
	void mirror_noSources_isEmpty() throws Exception {
		assertThat(mirror()).isEmpty();
	}

	private String mirror() throws Exception {
		String script = Checkout.root().resolve("releng/peers/trixie.sh").toString();
		Process process = new ProcessBuilder(script, "mirror", sources.toString()).start();
		String output = new String(process.getInputStream().readAllBytes());
		assertThat(process.waitFor()).isZero();
		return output;
	}
}
