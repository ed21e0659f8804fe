// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts launchers for the tests of a class, each test with its own temporary directory, and checks after every test that nothing
 * is left behind. Builds {@code ./pmix4j} before the first start, so that no test's time includes the build.
 *
 * <pre>
 * &#64;RegisterExtension
 * private final Launchers pmix4j = new Launchers();
 * </pre>
 */
public final class Launchers implements BeforeEachCallback, AfterEachCallback {
	private final LeakCheck leaks = new LeakCheck();
	private final List<LauncherRun> runs = new ArrayList<>();

	/** Builds the launcher when the class is initialized. */
	private static final class Built {
		static final String VERSION = Launcher.version(UnaryOperator.identity());
	}

	/**
	 * @param arguments of {@code pmix4j run}; objects for which their text stands, such as numbers and paths
	 * @return the start, to be described further
	 */
	public Launcher run(Object... arguments) {
		List<String> command = new ArrayList<>(List.of("run"));
		Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
		return command(command);
	}

	/**
	 * @param arguments of {@code pmix4j}
	 * @return the start, to be described further
	 */
	public Launcher command(List<String> arguments) {
		return new Launcher(directory(), this::started, arguments);
	}

	private void started(LauncherRun run) {
		runs.add(run);
		leaks.watch(run.pid());
	}

	/** @return where this test's launchers have their temporary files; what the test makes there it must remove */
	public Path directory() {
		return leaks.directory();
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		if (Built.VERSION.isEmpty()) {
			throw new IllegalStateException("pmix4j --version says nothing");
		}
		leaks.beforeEach(context);
	}

	@Override
	public void afterEach(ExtensionContext context) {
		try {
			runs.stream().filter(LauncherRun::isAlive).forEach(LauncherRun::kill);
			runs.forEach(run -> leaks.watch(run.family()));
		} finally {
			runs.clear();
			leaks.afterEach(context);
		}
	}
}
