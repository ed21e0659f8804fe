// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.launch.SourcePaths;

/** Tests the paths of source files for a program. */
class SourcePathsTest {
	private static final String TEXT = " /home/me/ring = /build/ring ; /home/me/ring/lib=/opt/lib/; /home/./me=/ ;";

	@ParameterizedTest
	@CsvSource({ "/home/me/ring/solver.c,/build/ring/solver.c", "/home/me/ring/a/b.c,/build/ring/a/b.c", "/home/me/ring,/build/ring",
			"/home/me/ring/lib/l.c,/opt/lib/l.c", "/home/me/ringing/x.c,/ringing/x.c", "/home/me/x.py,/x.py" })
	void path_insideAFolder_isMovedBothWays(String here, String there) throws Exception {
		SourcePaths paths = SourcePaths.parse(TEXT);

		assertThat(paths.there(Path.of(here))).hasToString(there);
		assertThat(paths.here(Path.of(there))).hasToString(here);
	}

	@Test
	void path_outsideTheFolders_staysTheSame() throws Exception {
		SourcePaths paths = SourcePaths.parse("/home/me/ring=/build/ring");

		assertThat(paths.there(Path.of("/home/me/ringing/x.c"))).hasToString("/home/me/ringing/x.c");
		assertThat(paths.here(Path.of("/usr/include/stdio.h"))).hasToString("/usr/include/stdio.h");
		assertThat(SourcePaths.SAME.here(Path.of("/build/ring/solver.c"))).hasToString("/build/ring/solver.c");
	}

	@Test
	void path_withDots_isComparedWithoutThem() throws Exception {
		SourcePaths paths = SourcePaths.parse("/home/me/ring=/build/ring");

		assertThat(paths.here(Path.of("/build/ring/obj/../solver.c"))).hasToString("/home/me/ring/solver.c");
		assertThat(paths.here(Path.of("/build/ring/../x.c"))).hasToString("/build/ring/../x.c");
	}

	@Test
	void folders_areThoseOfThisMachine() throws Exception {
		assertThat(SourcePaths.parse(TEXT).folders()).map(Path::toString).containsExactly("/home/me/ring", "/home/me/ring/lib", "/home/me");
		assertThat(SourcePaths.parse(" ; ").folders()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/home", "/a=/b=/c", "/a=/b,/c=/d", "=", "/a=b", "a=/b", "/a=" })
	void parse_anotherForm_isRefused(String text) {
		assertThatThrownBy(() -> SourcePaths.parse(text))
				.hasMessageMatching("Source folders must be pairs .*|The source folder '.*' must be .*");
	}
}
