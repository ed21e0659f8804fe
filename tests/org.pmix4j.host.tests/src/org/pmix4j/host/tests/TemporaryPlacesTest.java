// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.HostOptions;
import org.pmix4j.model.bytes.OwnProcess;

/** Where a host puts its session directory and the files of the node, by the variables of the environment. */
class TemporaryPlacesTest {
	private static Map<String, String> environment(@Nullable String... namesAndValues) {
		Map<String, String> environment = new HashMap<>();
		for (int i = 0; i < namesAndValues.length; i += 2) {
			String value = namesAndValues[i + 1];
			if (value != null) {
				environment.put(String.valueOf(namesAndValues[i]), value.equals("EMPTY") ? "" : value);
			}
		}
		return environment;
	}

	@ParameterizedTest
	@CsvSource({ ",,,,,/tmp,/tmp",
			",,,,/c,/c,/c", ",,,/b,/c,/b,/b", ",,/a,/b,/c,/a,/a", "/server,,/a,,,/server,/a", "/server,,,,,/server,/tmp",
			",/system,/a,,,/a,/system", ",/system,,,,/tmp,/system", "/server,/system,/a,/b,/c,/server,/system",
			"EMPTY,EMPTY,EMPTY,/b,,/b,/b", "EMPTY,/system,/a,,,/a,/system" })
	void places_followTheVariables(@Nullable String server, @Nullable String system, @Nullable String tmpdir, @Nullable String temp,
			@Nullable String tmp, String session, String node) {
		Map<String, String> environment = environment("PMIX_SERVER_TMPDIR", server, "PMIX_SYSTEM_TMPDIR", system, "TMPDIR", tmpdir, "TEMP",
				temp, "TMP", tmp);
		HostOptions options = HostOptions.defaults().withDirectory(HostOptions.sessionDirectory(environment));

		assertThat(options.directory()).isEqualTo(Path.of(session));
		assertThat(options.systemDirectory(environment)).isEqualTo(Path.of(node));
	}

	@Test
	void places_inARankOfALauncher_areNotThoseOfItsLibrary() {
		Map<String, String> environment = environment("PMIX_SERVER_TMPDIR", "/outer", "PMIX_SYSTEM_TMPDIR", "/outer", "PMIX_NAMESPACE", "job",
				"TMPDIR", "/a");
		HostOptions options = HostOptions.defaults().withDirectory(HostOptions.sessionDirectory(environment));

		assertThat(options.directory()).isEqualTo(Path.of("/a"));
		assertThat(options.systemDirectory(environment)).isEqualTo(Path.of("/a"));
	}

	@Test
	void places_chosenDirectory_isAlsoThatOfTheNode() {
		Map<String, String> environment = environment("PMIX_SERVER_TMPDIR", "/server", "TMPDIR", "/a");
		HostOptions options = HostOptions.defaults().withDirectory(Path.of("/chosen"));

		assertThat(options.systemDirectory(environment)).isEqualTo(Path.of("/chosen"));
	}

	@Test
	void places_relativeDirectories_startAtTheWorkingDirectory() {
		Map<String, String> environment = environment("PMIX_SERVER_TMPDIR", "server", "PMIX_SYSTEM_TMPDIR", "system");
		HostOptions options = HostOptions.defaults().withDirectory(HostOptions.sessionDirectory(environment));

		assertThat(options.directory()).isEqualTo(OwnProcess.directory().resolve("server"));
		assertThat(options.systemDirectory(environment)).isEqualTo(OwnProcess.directory().resolve("system"));
	}
}
