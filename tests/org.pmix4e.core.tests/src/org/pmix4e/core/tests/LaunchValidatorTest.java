// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.spi.LaunchProblem;

/** Tests the problems that are reported before a launch. */
class LaunchValidatorTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private static List<String> errors(ILaunchConfigurationWorkingCopy copy) {
		return LaunchValidator.validate(copy).stream().filter(LaunchProblem::isError).map(LaunchProblem::message).toList();
	}

	@Test
	void validate_programAlone_reportsNoError() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.empty("new");
		copy.setAttribute(PmixLaunchConstants.ATTR_PROGRAM, "sh");

		assertThat(errors(copy)).isEmpty();
	}

	@Test
	void validate_emptyConfiguration_asksForProgram() throws Exception {
		assertThat(LaunchValidator.validate(jobs.empty("new"))).filteredOn(LaunchProblem::isError).containsExactly(LaunchProblem.error(
				PmixLaunchConstants.ATTR_PROGRAM, "Choose a program: an executable file or the name of a command."));
	}

	@Test
	void validate_program_reportsEachProblem() throws Exception {
		Path directory = Jobs.scratch();
		Path plain = Files.createFile(directory.resolve("plain"));

		assertThat(errors(jobs.program(1, "/no/such"))).containsExactly("The program /no/such does not exist.");
		assertThat(errors(jobs.program(1, directory.toString())))
				.containsExactly("The program " + directory + " is a directory: choose an executable file.");
		assertThat(errors(jobs.program(1, plain.toString())))
				.containsExactly("The program " + plain + " is not executable: use chmod +x.");
		assertThat(errors(jobs.program(1, "no-such-command"))).singleElement().asString()
				.startsWith("The program no-such-command was not found in PATH (");
		assertThat(errors(jobs.program(1, "${no_such_variable}/x"))).singleElement().asString().contains("no_such_variable");
	}

	@ParameterizedTest
	@ValueSource(strings = { "prrte:", "local:" })
	void validate_runningServerWithoutAddress_asksForIt(String engine) throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_ENGINE, engine);

		assertThat(errors(copy)).singleElement().asString().startsWith("No running server is named: enter its process id");
	}

	@Test
	void validate_sourceFile_namesTheProgramInsteadOfChmod() throws Exception {
		Path directory = Jobs.scratch();
		Path source = Files.createFile(directory.resolve("heat.f90"));
		Path script = Files.createFile(directory.resolve("heat.py"));

		assertThat(errors(jobs.program(1, source.toString())))
				.containsExactly(source + " is a source file: compile it, and choose the program.");
		Files.createFile(directory.resolve("heat.out"));
		Files.createFile(directory.resolve("heat.x")).toFile().setExecutable(true);
		assertThat(errors(jobs.program(1, source.toString())))
				.containsExactly(source + " is a source file: choose the program " + directory.resolve("heat.x") + ", which is beside it.");
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("2 " + script));
		assertThat(errors(copy)).containsExactly("The script " + script
				+ " is not executable: use chmod +x, or enter python3 as the program and the script as its argument.");
	}

	@Test
	void validate_relativeProgram_isResolvedAgainstWorkingDirectory() throws Exception {
		Path directory = Jobs.scratch();
		Files.createFile(directory.resolve("tool")).toFile().setExecutable(true);
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "./tool");
		assertThat(errors(copy)).isNotEmpty();
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, directory.toString());

		assertThat(errors(copy)).isEmpty();
	}

	@Test
	void validate_programInPathOfConfiguration_isFound() throws Exception {
		Path directory = Jobs.scratch();
		Files.createFile(directory.resolve("tool")).toFile().setExecutable(true);
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "tool");
		copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, Map.of("PATH", directory.toString()));

		assertThat(errors(copy)).isEmpty();
	}

	@Test
	void validate_unknownVariableInADirectory_isReportedOnce() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "sh");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, "${no_such_variable}");
		assertThat(errors(copy)).singleElement().asString().contains("no_such_variable");

		copy.removeAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY);
		copy.setAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, "${no_such_variable}");
		assertThat(errors(copy)).singleElement().asString().contains("no_such_variable");
	}

	@Test
	void validate_ranks_mustBeInRange() throws Exception {
		assertThat(errors(jobs.program(0, "sh"))).contains("The number of ranks must be a number from 1 to 1048576, not 0.");
		assertThat(errors(jobs.program(65537, "sh"))).contains("The job has 65537 ranks; at most 65536 can be started.");
	}

	@Test
	void validate_openQuoteInArguments_isReported() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "-c 'echo");
		assertThat(errors(copy)).containsExactly(
				"The arguments have an opening quote (') without a closing one: close it, or write \\' for the character itself.");
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "\"a 'b\" c\\\" 'd \\'");
		assertThat(errors(copy)).isEmpty();
	}

	@Test
	void validate_ranksToDebug_mustBeRanksOfTheJob() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(4, "sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "first");
		assertThat(errors(copy)).containsExactly("The ranks to debug must be all or a list such as 0,3-5, not 'first'.");
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "0,4");
		assertThat(errors(copy)).containsExactly("The ranks to debug (0,4) are not all in the job, which has the ranks 0 to 3.");
		copy.setAttribute(PmixLaunchConstants.ATTR_DEBUG_RANKS, "0,2-3");
		assertThat(errors(copy)).isEmpty();
	}

	@Test
	void validate_sourceFolders_mustBePairsOfAbsolutePathsAndExistHere() throws Exception {
		Path folder = Files.createDirectories(Jobs.scratch().resolve("sources"));
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_SOURCE_PATHS, folder.toString());
		assertThat(errors(copy)).containsExactly("Source folders must be pairs such as /home/me/ring=/build/ring, with semicolons between"
				+ " them, not '" + folder + "'.");
		copy.setAttribute(PmixLaunchConstants.ATTR_SOURCE_PATHS, folder + "=build");
		assertThat(errors(copy)).containsExactly("The source folder 'build' must be an absolute path.");
		copy.setAttribute(PmixLaunchConstants.ATTR_SOURCE_PATHS, folder + "=/a; /no/such/folder=/b");
		assertThat(errors(copy)).containsExactly("The source folder /no/such/folder does not exist on this machine: enter a folder of this"
				+ " machine before the =, and its path for the program behind it.");
		copy.setAttribute(PmixLaunchConstants.ATTR_SOURCE_PATHS, folder + "=/a; ${workspace_loc}=/b;");
		assertThat(errors(copy)).isEmpty();
	}

	@Test
	void validate_moreRanksThanProcessors_warns() throws Exception {
		int processors = Runtime.getRuntime().availableProcessors();
		assertThat(LaunchValidator.validate(jobs.program(processors, "sh"))).isEmpty();

		assertThat(LaunchValidator.validate(jobs.program(processors + 1, "sh"))).singleElement().satisfies(problem -> {
			assertThat(problem.isError()).isFalse();
			assertThat(problem.attribute()).isEqualTo(PmixLaunchConstants.ATTR_RANKS);
			assertThat(problem.message()).startsWith("Oversubscribed: " + (processors + 1) + " ranks on " + processors + " processor");
		});
	}

	@Test
	void validate_directories_mustExist() throws Exception {
		Path file = Files.createFile(Jobs.scratch().resolve("file"));
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "sh");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, "/no/such/directory");
		assertThat(errors(copy)).containsExactly("The working directory /no/such/directory does not exist.");
		copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, file.toString());
		assertThat(errors(copy)).containsExactly("The working directory " + file + " is not a directory.");

		copy.removeAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY);
		copy.setAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, "/no/such/directory");
		assertThat(errors(copy)).containsExactly("The directory /no/such/directory for the session does not exist.");
		copy.setAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, "relative");
		assertThat(errors(copy)).containsExactly("The directory relative for the session must be an absolute path.");
	}

	@Test
	void validate_otherOptionsOfPmixTab_namesChoices() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(4, "sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_TAG, "colour");
		copy.setAttribute(PmixLaunchConstants.ATTR_TIMEOUT, -1);
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, "me");

		assertThat(errors(copy)).containsExactly("The tag must be job, rank, detailed, namespace or none, not 'colour'.",
				"The target of standard input must be a rank, all or none, not 'me'.",
				"The time limit must be a number of seconds from 0 to 2147483647, not -1.");
	}

	@Test
	void validate_targetOfInputThatIsNoRankOfTheJob_namesTheRanks() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(4, "sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_STDIN, "4");

		assertThat(errors(copy)).containsExactly("The target of standard input must be one of the ranks 0 to 3, all or none, not 4.");
	}

	@Test
	void validate_attributeOfWrongType_reportsProblem() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(4, "sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, "four");

		assertThat(LaunchValidator.firstError(copy)).hasValueSatisfying(
				problem -> assertThat(problem.attribute()).isEqualTo(PmixLaunchConstants.ATTR_RANKS));
	}

	@Test
	void validate_unknownKind_namesIt() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_KIND, "fortran");

		assertThat(errors(copy)).containsExactly("No plug-in for programs of the kind fortran is installed.");
	}

	@Test
	void validate_variableWithPrompt_doesNotPrompt() throws Exception {
		assertThat(errors(jobs.program(1, "${string_prompt:which}"))).isEmpty();
	}
}
