// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.testkit.Launchers;

/**
 * Tests each kind of standard input with ranks that read it or ignore it: the launcher ends with its ranks.
 *
 * @see "prrte#2373, prrte#2709, ompi#466, where two readers blocked each other or a terminal never ended"
 */
class StdinMatrixTest {
	/** Starts the launcher with each kind of input. Pipe and terminal hold one line and stay open. */
	private static final Map<String, String> KINDS = Map.of(
			"pipe", "mkfifo \"$0.pipe\"; exec 3<>\"$0.pipe\"; echo line >&3; exec \"$PMIX4J\" \"$@\" <&3 3<&-",
			"terminal", "mkfifo \"$0.pipe\"; exec 3<>\"$0.pipe\"; echo line >&3;"
					+ " exec script -qefc \"exec '$PMIX4J' $*\" /dev/null <&3 3<&-",
			"file", "echo line >\"$0.file\"; exec \"$PMIX4J\" \"$@\" <\"$0.file\"",
			"closed", "exec \"$PMIX4J\" \"$@\" <&-");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@ParameterizedTest
	@CsvSource({ "pipe,head,0", "pipe,head,all", "pipe,true,0", "pipe,true,all", "terminal,head,0", "terminal,head,all", "terminal,true,0",
			"terminal,true,all", "file,head,0", "file,head,all", "file,true,0", "file,true,all", "closed,head,0", "closed,head,all",
			"closed,true,0", "closed,true,all" })
	void run_inputAndReadersOfAnyKind_endsWithItsRanks(String kind, String program, String target) throws Exception {
		Path wrapper = Wrapper.write(scratch, KINDS.get(kind));

		(program.equals("head") ? pmix4j.run("--stdin=" + target, "-n", 2, program, "-n1") : pmix4j.run("--stdin=" + target, "-n", 2, program))
				.through(wrapper).finish().requireExit(0);
	}
}
