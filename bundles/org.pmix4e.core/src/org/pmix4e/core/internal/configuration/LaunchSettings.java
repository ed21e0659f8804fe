// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4j.engines.EngineRequest;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.JobCommandLine;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.model.OutputFormat;

/**
 * A launch configuration that was read and is in order, with all variables replaced. Immutable.
 *
 * @param command       the command of each rank
 * @param userArguments the arguments that the user gives it
 * @param further       the programs whose ranks follow
 * @param options       the values of options; the working directory is absolute
 * @param engine        what it says about the engine
 * @param environment   all variables of the ranks
 * @param charset       the charset of the output
 */
public record LaunchSettings(ProgramCommand command, List<String> userArguments, List<FurtherProgram> further, OptionValues options,
		EngineRequest engine, Map<String, String> environment, Charset charset) {

	/**
	 * @param configuration a launch configuration without errors
	 * @return its settings
	 * @throws CoreException with the reason if it cannot be read after all
	 */
	public static LaunchSettings read(ILaunchConfiguration configuration) throws CoreException {
		String encoding = DebugPlugin.getDefault().getLaunchManager().getEncoding(configuration);
		OptionValues options = LaunchOptions.read(configuration);
		return new LaunchSettings(command(configuration),
				List.of(DebugPlugin.parseArguments(Attributes.text(configuration, PmixLaunchConstants.ATTR_ARGUMENTS, ""))),
				FurtherProgram.read(configuration),
				options.with(AppOptions.DIRECTORY, LaunchPlace.defaultDirectory(configuration).resolve(options.get(AppOptions.DIRECTORY))),
				EnginePlans.request(configuration, true), LaunchPlace.environment(configuration),
				encoding == null ? Charset.defaultCharset() : Charset.forName(encoding));
	}

	/** @return the programs of the job in their order, with all arguments; the first has the name of its kind */
	public List<ProgramCommand> programs() {
		List<ProgramCommand> programs = new ArrayList<>(List.of(new ProgramCommand(command.name(), command.program(), arguments())));
		further.forEach(program -> programs.add(program.command()));
		return programs;
	}

	/**
	 * @param commands the commands of all programs, in their order, with all arguments
	 * @return the same settings with these commands
	 */
	public LaunchSettings withPrograms(List<ProgramCommand> commands) {
		List<FurtherProgram> others = new ArrayList<>();
		for (int i = 0; i < further.size(); i++) {
			others.add(further.get(i).with(commands.get(i + 1)));
		}
		return new LaunchSettings(commands.get(0), List.of(), others, options, engine, environment, charset);
	}

	/** @return the same settings, but the ranks stop in PMIx_Init unless the user has chosen another place to stop */
	public LaunchSettings withStopInInit() {
		boolean stops = options.get(JobOptions.STOP_IN_APP) || !options.get(JobOptions.BREAKPOINT).isEmpty()
				|| options.get(JobOptions.STOP_ON_EXEC);
		return stops ? this : withOptions(options.with(JobOptions.STOP_IN_INIT, true));
	}

	/** Returns the same settings with these options. */
	LaunchSettings withOptions(OptionValues other) {
		return new LaunchSettings(command, userArguments, further, other, engine, environment, charset);
	}

	private static ProgramCommand command(ILaunchConfiguration configuration) throws CoreException {
		String kind = LaunchPlace.kind(configuration);
		return ProgramKinds.find(kind).orElseThrow(() -> new CoreException(Status.error("no kind of program " + kind)))
				.command(configuration);
	}

	/** @return how many ranks run, those of all programs */
	public int ranks() {
		return firstRanks() + further.stream().mapToInt(FurtherProgram::ranks).sum();
	}

	/** @return how many ranks run the first program */
	public int firstRanks() {
		return options.get(AppOptions.RANKS);
	}

	/** @return the working directory of the ranks, absolute */
	public Path directory() {
		return options.get(AppOptions.DIRECTORY);
	}

	/** @return the directory in which the session directory is made; empty for the usual place */
	public Optional<Path> sessionDirectory() {
		return options.isSet(LauncherOptions.TMPDIR) ? Optional.of(options.get(LauncherOptions.TMPDIR)) : Optional.empty();
	}

	/** @return the arguments of the program: its kind's, then the user's */
	public List<String> arguments() {
		List<String> arguments = new ArrayList<>(command.arguments());
		arguments.addAll(userArguments);
		return arguments;
	}

	/** @return the commands of the ranks, as a shell reads them, with colons between programs */
	public String commandLine() {
		List<String> words = new ArrayList<>(List.of(command.program()));
		words.addAll(arguments());
		for (FurtherProgram program : further) {
			words.addAll(List.of(JobCommandLine.SEPARATOR, program.program()));
			words.addAll(program.arguments());
		}
		return QuotedText.join(words);
	}

	/** @return the variables, one a line */
	public String environmentText() {
		return environment.entrySet().stream().map(variable -> variable.getKey() + "=" + variable.getValue())
				.collect(Collectors.joining("\n"));
	}

	/** @return whether the rank stands before each line: put there by the console, so that readers of one rank get its lines without it */
	public boolean isTaggedByRank() {
		return options.get(OutputOptions.TAG) == OutputFormat.Tag.RANK;
	}

	/**
	 * @param sink  takes the output
	 * @param input what the target of standard input reads
	 * @return the job for the host
	 */
	public JobSpec jobSpec(OutputSink sink, InputSource input) {
		return jobSpec(options.without(AppOptions.DIRECTORY), sink, input);
	}

	/** Returns the same job for another engine: its programs name their directory, as other nodes may lack it and must not use another one. */
	JobSpec jobElsewhere(OutputSink sink, InputSource input) {
		return jobSpec(options, sink, input);
	}

	private JobSpec jobSpec(OptionValues first, OutputSink sink, InputSource input) {
		List<AppSpec> apps = new ArrayList<>(List.of(new AppSpec(command.program(), arguments(), first)));
		further.forEach(program -> apps.add(program.app(first)));
		return new JobSpec(apps, directory(), environment, isTaggedByRank() ? options.without(OutputOptions.TAG) : options, sink, input);
	}
}
