// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.FileLocator;
import org.eclipse.core.runtime.Platform;
import org.osgi.framework.Bundle;

/** Finds the command that starts the command line tool of this installation from any directory. Stateless. */
final class LauncherCommand {
	private static final String NAME = "pmix4j";
	/** Set by the script of a checkout that has started the workbench. */
	private static final String SCRIPT = "pmix4j.script";
	private static final String MAIN = "org.pmix4j.cli.Main";
	/** The bundles that the tool consists of, its own first. */
	private static final List<String> BUNDLES = List.of("org.pmix4j.cli", "org.pmix4j.host", "org.pmix4j.process",
			"org.pmix4j.placement", "org.pmix4j.pmi", "org.pmix4j.dvm", "org.pmix4j.prrte", "org.pmix4j.slurm", "org.pmix4j.engines",
			"org.pmix4j.job", "org.pmix4j.server", "org.pmix4j.tool", "org.pmix4j.client", "org.pmix4j.wire", "org.pmix4j.model", "com.sun.jna");

	private LauncherCommand() {
	}

	/** Returns the script, the command of PATH, or Java with the bundles of this installation, whichever exists first. */
	static List<String> words() {
		String script = System.getProperty(SCRIPT, "");
		if (!script.isEmpty()) {
			return List.of(script);
		}
		return isInPath() ? List.of(NAME) : java().orElse(List.of(NAME));
	}

	private static boolean isInPath() {
		for (String directory : String.valueOf(System.getenv("PATH")).split(File.pathSeparator)) {
			if (directory.startsWith(File.separator) && Files.isExecutable(Path.of(directory, NAME))) {
				return true;
			}
		}
		return false;
	}

	private static Optional<List<String>> java() {
		List<String> path = new ArrayList<>();
		for (String name : BUNDLES) {
			Bundle bundle = Platform.getBundle(name);
			Optional<File> file = bundle == null ? Optional.empty() : FileLocator.getBundleFileLocation(bundle);
			if (file.isEmpty()) {
				return Optional.empty();
			}
			path.add(file.get().getAbsolutePath());
		}
		return Optional.of(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
				"-cp", String.join(File.pathSeparator, path), MAIN));
	}
}
