// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/** Tests the symbols of the native executable. Not found by its name: only {@code releng/native/test.sh} runs it, where there is one. */
class ExecutableSymbols {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Debuggers and profilers find the methods and lines of the executable there. */
	@Test
	void executable_hasItsSymbolsInAFileBesideIt() {
		Path executable = Checkout.root().resolve("target/native/pmix4j");

		Outcome own = pmix4j.run("-n", 1, "readelf", "-S", "-W", executable).finish().requireExit(0);
		Outcome beside = pmix4j.run("-n", 1, "readelf", "-S", "-W", executable + ".debug").finish().requireExit(0);
		Outcome methods = pmix4j.run("-n", 1, "sh", "-c", "nm -C \"$0\" | grep org.pmix4j.cli.Main::", executable + ".debug").finish();

		assertThat(own.lines()).anyMatch(line -> line.contains(" .gnu_debuglink ")).noneMatch(line -> line.contains(" .symtab "))
				.noneMatch(line -> line.contains(" .debug_"));
		assertThat(beside.lines()).anyMatch(line -> line.contains(" .debug_line ")).anyMatch(line -> line.contains(" .symtab "));
		assertThat(methods.lines()).anyMatch(line -> line.contains("Main::run("));
	}
}
