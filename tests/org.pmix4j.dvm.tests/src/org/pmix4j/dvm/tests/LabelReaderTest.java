// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.slurm.internal.LabelReader;

/** Reads labelled lines in the forms of srun 22.05, whose messages have 1,024 bytes. */
class LabelReaderTest implements LabelReader.Target {
	private static final String MARK = "\u0001mark ";
	private static final String FIRST = (MARK + "start node2 77 0").concat(" ".repeat(2500)).substring(0, 2499);

	private final List<String> said = new ArrayList<>();

	@Override
	public void output(int rank, byte[] bytes) {
		said.add(rank + " writes " + new String(bytes, StandardCharsets.US_ASCII).replace("x".repeat(1024), "X"));
	}

	@Override
	public void begun(int rank, String node, int pid, String step, String refusal) {
		said.add(rank + " begins on " + node + " as " + pid + " in step " + step + refusal);
	}

	@Override
	public void ended(int rank, int exitCode) {
		said.add(rank + " ends with " + exitCode);
	}

	@Override
	public void line(String text) {
		said.add("srun says " + text);
	}

	private List<String> read(String... lines) throws IOException {
		new LabelReader(MARK.getBytes(StandardCharsets.US_ASCII), this)
				.read(new ByteArrayInputStream((String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII)));
		return said;
	}

	private List<String> readBegun(String... lines) throws IOException {
		List<String> all = new ArrayList<>(List.of("3: " + FIRST.substring(0, 1024), "3: " + FIRST.substring(1024, 2048),
				"3: " + FIRST.substring(2048)));
		all.addAll(List.of(lines));
		return read(all.toArray(String[]::new));
	}

	@Test
	void read_marks_tellBeginAndEnd() throws Exception {
		assertThat(readBegun("3: one", "3: two", "3: " + MARK + "end 7", "3: " + " ".repeat(1000), "3:  ")).containsExactly(
				"3 begins on node2 as 77 in step 0", "3 writes one\ntwo\n", "3 ends with 7");
	}

	@Test
	void read_unfinishedLastLine_staysUnfinished() throws Exception {
		assertThat(readBegun("3: one", "3: two" + MARK + "end 0")).contains("3 writes one\ntwo", "3 ends with 0");
	}

	@Test
	void read_lineThatWasCut_isJoined() throws Exception {
		assertThat(readBegun("3: " + "x".repeat(1024), "3: tail", "3: " + "x".repeat(1024), "3: " + MARK + "end 0"))
				.contains("3 writes Xtail\nX");
	}

	@Test
	void read_markThatWasCut_isFound() throws Exception {
		assertThat(readBegun("3: " + "y".repeat(1021) + MARK.substring(0, 3), "3: " + MARK.substring(3) + "end 5"))
				.contains("3 writes " + "y".repeat(1021), "3 ends with 5");
	}

	@Test
	void read_signalBeforeTheProgram_isAnEndWithoutABegin() throws Exception {
		assertThat(read("3: " + MARK + "end 143", "3: " + " ".repeat(1000), "3: " + " ".repeat(1000), "3: " + " ".repeat(1000)))
				.containsExactly("3 ends with 143");
	}

	@Test
	void read_linesOfSlurm_arePassedOn() throws Exception {
		assertThat(read("srun: error: node2: task 3: Killed", "10: slurmstepd: error: execve(): sh: No such file or directory"))
				.containsExactly("srun says srun: error: node2: task 3: Killed",
						"srun says slurmstepd: error: execve(): sh: No such file or directory");
	}

	@Test
	void read_labelsOfManyTasks_arePadded() throws Exception {
		assertThat(readBegun("  3: one", "  3: " + MARK + "end 0")).contains("3 writes one\n");
	}
}
