// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.util.List;
import java.util.Map;

/** Finds the directory for temporary files, in PMIx's search order. Stateless. */
public final class TemporaryDirectory {
	private static final List<String> VARIABLES = List.of("TMPDIR", "TEMP", "TMP");
	private static final String DEFAULT = "/tmp";

	private TemporaryDirectory() {
	}

	/**
	 * Returns the first directory that a variable names: TMPDIR, TEMP, or TMP.
	 *
	 * @param environment the variables; an empty one counts as not set
	 * @return the directory as it is spelled there, else {@code /tmp}
	 * @see "OpenPMIx src/util/pmix_environ.c, pmix_tmp_directory"
	 */
	public static String of(Map<String, String> environment) {
		return VARIABLES.stream().map(name -> environment.getOrDefault(name, "")).filter(path -> !path.isEmpty()).findFirst().orElse(DEFAULT);
	}
}
