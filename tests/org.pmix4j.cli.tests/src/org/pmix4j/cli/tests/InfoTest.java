// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.cli.Main;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** Tests the command {@code info}, and the class path that it shows. */
class InfoTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private final StringWriter out = new StringWriter();
	private final StringWriter err = new StringWriter();

	private int execute(String... arguments) {
		return Main.execute(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
	}

	@Test
	void info_withoutOptions_showsVersionAndPlaces() {
		assertThat(execute("info")).isZero();

		assertThat(out.toString().lines()).first().asString().startsWith("pmix4j ");
		assertThat(out.toString()).contains("class path of ranks and tools in Java: /", "Java: " + System.getProperty("java.home"),
				"session directories: /");
	}

	@Test
	void info_json_isOneObject() {
		assertThat(execute("info", "--json")).isZero();

		assertThat(out.toString()).matches("\\{\"version\":\"\\d+\\.\\d+\\.\\d+[^\"]*\",\"classpath\":\"/[^\"]*\",\"java\":\""
				+ System.getProperty("java.home") + "\",\"javaVersion\":\"[^\"]+\",\"sessionDirectories\":\"/[^\"]*\","
				+ "\"systemDirectory\":\"/[^\"]*\"\\}\n");
	}

	@Test
	void info_support_describesTheMachineWithoutPrivateData() throws IOException {
		assertThat(execute("info", "--support")).isZero();

		String text = out.toString();
		assertThat(text.lines()).allMatch(line -> line.matches("pmix4j .*|serves .*|Java .*|[^:]+: .+")).hasSizeGreaterThan(20);
		assertThat(text).contains("kernel: Linux ", "limit, open files: ", "C library: glibc ", "space for session directories: ",
				"variables of launchers: ");
		assertThat(text).containsPattern("\nmpirun: mpirun \\(Open MPI\\) 4\\.1");
		assertThat(text).doesNotContain(InetAddress.getLocalHost().getHostName() + "\n", System.getProperty("user.home") + "/",
				System.getProperty("java.io.tmpdir") + "/");
	}

	@Test
	void info_help_namesItsOption() {
		assertThat(execute("info", "--help")).isZero();

		assertThat(out.toString()).contains("--classpath");
	}

	@Test
	void info_otherWords_areRefused() {
		assertThat(execute("info", "--jobs")).isEqualTo(2);
		assertThat(execute("info", "a", "b")).isEqualTo(2);

		assertThat(err.toString()).contains("not --jobs", "not a b", "pmix4j info --help");
	}

	@Test
	void info_missingProgram_isNamed() {
		assertThat(execute("info", "no-such-program")).isEqualTo(1);

		assertThat(err.toString()).contains("there is no program no-such-program");
	}

	@Test
	void info_program_showsItsLibraryAndWhetherRanksFindEachOther() {
		assertThat(execute("info", Peers.mpich("mpi_hello").toString())).isZero();
		assertThat(execute("info", Peers.c("mpi_hello").toString())).isZero();
		assertThat(execute("info", Peers.c("shmem_ring").toString())).isZero();

		assertThat(out.toString()).containsPattern("linked with: MPICH 4\\.\\d\\S+ \\(/\\S+/libmpich\\.so\\S*\\)\n.*: yes, over PMI ")
				.containsPattern("linked with: Open MPI 4\\.1\\.\\d+ \\(/\\S+/libmpi\\.so\\S*\\)\n.*: yes, over PMIx ")
				.containsPattern("linked with: OpenSHMEM of Open MPI.* \\(/\\S+/liboshmem\\.so\\S*\\)\n.*: yes, over PMIx ");
	}

	@Test
	void info_programOfSlurmsLibpmi2_namesTheOptionThatServesIt() {
		assertThat(execute("info", Peers.pmi2("pmi2_calls").toString())).isZero();

		assertThat(out.toString()).containsPattern("linked with: libpmi2, a client library of PMI \\(/\\S+/libpmi2\\.so\\S*\\)\n"
				+ "ranks find each other: yes, over PMI \\(--mpi auto or pmi2\\)\n");
	}

	/** Stand-ins for the libraries of launchers, which have the same names. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"libpmi.so.0|PMI_PORT||libpmi, a client library of PMI|yes, over PMI (--mpi auto or pmi1)",
			"libpmi2.so.0|PMI_FD||libpmi2, a client library of PMI|yes, over PMI with --mpi pmi2, as this library reads PMI_FD alone",
			"libpmi.so.0|PMI_CONTROL_PORT||libpmi, a client library of PMI|no: this library reads neither PMI_PORT nor PMI_FD",
			"libpmi.so.0|PMI_FD|libslurm_pmi.so|libpmi of Slurm|no: this library speaks to srun alone; use --engine slurm:srun --mpi none",
			"libpmi2.so.1|PMI_FD|libpmix.so.2|libpmi2 of OpenPMIx|yes, over PMIx (--mpi auto or pmix)" })
	void info_clientLibraryOfPmi_saysHowItIsServed(String name, String variable, String needed, String title, String answer,
			@TempDir Path folder) throws Exception {
		Path library = folder.resolve(name);
		List<String> linked = new ArrayList<>();
		if (needed != null) {
			compile(folder, "", "-shared", "-Wl,-soname," + needed, "-o", folder.resolve(needed).toString());
			linked.add(folder.resolve(needed).toString());
		}
		compile(folder, "const char *variable = \"" + variable + "\";", "-shared", "-Wl,-soname," + name, "-o", library.toString(), linked);
		Path program = folder.resolve("program");
		compile(folder, "int main(void) { return 0; }", "-Wl,-rpath,$ORIGIN:" + folder, "-o", program.toString(), List.of(library.toString()));

		assertThat(execute("info", program.toString())).isZero();

		assertThat(out.toString()).contains("linked with: " + title + " (" + library + ")\nranks find each other: " + answer);
	}

	/** Compiles a C text with these options, of which a list may be the last. */
	private static void compile(Path folder, String text, Object... options) throws Exception {
		Path source = Files.writeString(folder.resolve("source.c"), text + "\n");
		List<String> command = new ArrayList<>(List.of("gcc", "-fPIC", "-Wl,--no-as-needed", source.toString()));
		for (Object option : options) {
			if (option instanceof List<?> more) {
				more.forEach(each -> command.add(each.toString()));
			} else {
				command.add(option.toString());
			}
		}
		Process gcc = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(gcc.getInputStream().readAllBytes());
		assertThat(gcc.waitFor()).as(output).isZero();
	}

	@Test
	void info_programOfUnknownLibrary_saysSo(@TempDir Path folder) throws IOException {
		Path script = Files.writeString(folder.resolve("script"), "#!/usr/bin/python3 -u\n");
		assertThat(execute("info", "/bin/true")).isZero();
		assertThat(execute("info", script.toString())).isZero();

		assertThat(out.toString()).contains("linked with: no shared MPI or OpenSHMEM library\nranks find each other: unknown: ",
				"linked with: unknown, as it is a script of /usr/bin/python3 -u\n", "for mpi4py name the file that this prints: ");
	}

	/** Compiles and runs a rank as a user does, with the one jar of the launcher and without the scripts of the examples. */
	@Test
	void classPath_ofTheLauncher_makesAJavaProgramARank(@TempDir Path folder) throws IOException {
		String classPath = pmix4j.command(List.of("info", "--classpath")).onJvm("-ea").finish().requireExit(0).lines().get(0);
		assertThat(Path.of(classPath)).isRegularFile();
		Path bin = Path.of(System.getProperty("java.home"), "bin");
		List<String> command = List.of(bin.resolve("javac").toString(), "-cp", classPath, "-d", folder.toString(),
				Checkout.root().resolve("examples/Ring.java").toString());
		assertThat(new ProcessBuilder(command).inheritIO().start().onExit().join().exitValue()).isZero();
		assertThat(Files.list(folder)).isNotEmpty();

		assertThat(pmix4j.run("-n", 2, bin.resolve("java"), "-cp", classPath + ":" + folder, "Ring").finish().requireExit(0).lines())
				.containsExactlyInAnyOrder("rank 0 of 2 got token 100 from rank 1", "rank 1 of 2 got token 0 from rank 0");
	}
}
