// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4j.host.AppSpec;
import org.pmix4j.host.ErrorPolicy;
import org.pmix4j.host.InputSource;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.OutputSink;
import org.pmix4j.host.OutputSpec;
import org.pmix4j.host.StdinSpec;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.Rank;

/**
 * A launch configuration that was read and is in order, with all variables replaced. Immutable.
 *
 * @param command          what each rank runs
 * @param userArguments    what the user wants to give it
 * @param ranks            how many
 * @param directory        where they start
 * @param environment      all their variables
 * @param sessionDirectory under which the session directory shall be made; empty for the usual place
 * @param tag              what stands before each line
 * @param merge            whether standard error goes where standard output goes
 * @param timeout          after which the job is ended; zero for never
 * @param goOn             whether the others go on when a rank fails
 * @param stdin            who reads standard input
 * @param charset          of the output
 */
public record LaunchSettings(ProgramCommand command, List<String> userArguments, int ranks, Path directory, Map<String, String> environment,
		Optional<Path> sessionDirectory, OutputFormat.Tag tag, boolean merge, Duration timeout, boolean goOn, String stdin,
		Charset charset) {

	/**
	 * @param configuration without errors
	 * @return what it says
	 * @throws CoreException with the reason if it cannot be read after all
	 */
	public static LaunchSettings read(ILaunchConfiguration configuration) throws CoreException {
		String session = Attributes.text(configuration, PmixLaunchConstants.ATTR_SESSION_DIRECTORY, "");
		String tag = configuration.getAttribute(PmixLaunchConstants.ATTR_TAG, PmixPreferences.tag());
		String encoding = DebugPlugin.getDefault().getLaunchManager().getEncoding(configuration);
		return new LaunchSettings(command(configuration),
				List.of(DebugPlugin.parseArguments(Attributes.text(configuration, PmixLaunchConstants.ATTR_ARGUMENTS, ""))),
				configuration.getAttribute(PmixLaunchConstants.ATTR_RANKS, PmixPreferences.ranks()),
				LaunchPlace.defaultDirectory(configuration)
						.resolve(Attributes.text(configuration, DebugPlugin.ATTR_WORKING_DIRECTORY, "")),
				LaunchPlace.environment(configuration), session.isEmpty() ? Optional.empty() : Optional.of(Path.of(session)),
				OutputFormat.Tag.valueOf(tag.toUpperCase(Locale.ROOT)), configuration.getAttribute(DebugPlugin.ATTR_MERGE_OUTPUT, false),
				Duration.ofSeconds(configuration.getAttribute(PmixLaunchConstants.ATTR_TIMEOUT, 0)),
				configuration.getAttribute(PmixLaunchConstants.ATTR_CONTINUE, false),
				configuration.getAttribute(PmixLaunchConstants.ATTR_STDIN, "0"),
				encoding == null ? Charset.defaultCharset() : Charset.forName(encoding));
	}

	private static ProgramCommand command(ILaunchConfiguration configuration) throws CoreException {
		String kind = LaunchPlace.kind(configuration);
		return ProgramKinds.find(kind).orElseThrow(() -> new CoreException(Status.error("no kind of program " + kind)))
				.command(configuration);
	}

	/** @return the arguments of the program: its kind's, then the user's */
	public List<String> arguments() {
		List<String> arguments = new ArrayList<>(command.arguments());
		arguments.addAll(userArguments);
		return arguments;
	}

	/** @return the command of each rank, as a shell reads it */
	public String commandLine() {
		List<String> words = new ArrayList<>(List.of(command.program()));
		words.addAll(arguments());
		return ShellText.join(words);
	}

	/** @return the variables, one a line */
	public String environmentText() {
		return environment.entrySet().stream().map(variable -> variable.getKey() + "=" + variable.getValue())
				.collect(Collectors.joining("\n"));
	}

	/** @return whether the rank stands before each line: we put it there, so that readers of one rank get its lines without it */
	public boolean isTaggedByRank() {
		return tag == OutputFormat.Tag.RANK;
	}

	/**
	 * @param sink  takes the output
	 * @param input what the target of standard input reads
	 * @return the order for the host
	 */
	public JobSpec jobSpec(OutputSink sink, InputSource input) {
		AppSpec app = AppSpec.of(ranks, command.program(), arguments().toArray(String[]::new));
		return JobSpec.of(app).withDirectory(directory).withEnvironment(environment)
				.withOutput(OutputSpec.tagged(isTaggedByRank() ? OutputFormat.Tag.NONE : tag).withMerge(merge)).withSink(sink)
				.withStdin(stdin(input)).withErrorPolicy(goOn ? ErrorPolicy.CONTINUE : ErrorPolicy.TERMINATE).withTimeout(timeout);
	}

	private StdinSpec stdin(InputSource input) {
		return switch (stdin) {
			case PmixLaunchConstants.STDIN_NONE -> StdinSpec.NONE;
			case PmixLaunchConstants.STDIN_ALL -> new StdinSpec(Rank.WILDCARD, input);
			default -> new StdinSpec(Rank.of(Integer.parseInt(stdin)), input);
		};
	}
}
