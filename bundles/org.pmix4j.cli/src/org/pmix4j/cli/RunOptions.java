// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.ErrorPolicy;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.StandardInput;
import org.pmix4j.host.StdinSpec;
import org.pmix4j.host.StopPoint;
import org.pmix4j.model.Rank;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The options of {@code pmix4j run}, and the job that they mean. */
final class RunOptions {
	private static final String RANKS = "-n";
	private static final String DIRECTORY = "--wdir";
	private static final String ENVIRONMENT = "-x";
	private static final String STDIN = "--stdin";
	private static final String TIMEOUT = "--timeout";
	private static final String CONTINUE = "--continue";
	private static final String STOP_IN_INIT = "--stop-in-init";
	private static final String STOP_IN_APP = "--stop-in-app";
	private static final String TMPDIR = "--tmpdir";
	private static final String REPORT_URI = "--report-uri";
	private static final String SYSTEM_SERVER = "--system-server";

	private RunOptions() {
	}

	/** @return the whole command */
	static CommandSpec spec() {
		CommandSpec spec = HelpOptions.addTo(programSpec().name(RunCommand.NAME));
		OutputOptions.addTo(spec);
		spec.addOption(OptionSpec.builder(STDIN, "-stdin").type(String.class).defaultValue("0").paramLabel("RANK")
				.description("Who reads input: 0 (default), a rank, all, none.").build());
		spec.addOption(OptionSpec.builder(TIMEOUT, "-timeout").type(Double.class).paramLabel("SECONDS")
				.converters(text -> number(Double::valueOf, text, "a number of seconds"))
				.description("End the job after that time: exit code 110.").build());
		spec.addOption(flag("Let the other ranks go on when one fails.", CONTINUE, "--continuous"));
		spec.addOption(flag("Stop in PMIx_Init until a debugger releases.", STOP_IN_INIT));
		spec.addOption(flag("Stop where the program waits for debuggers.", STOP_IN_APP));
		spec.addOption(OptionSpec.builder(TMPDIR).type(Path.class).paramLabel("DIR")
				.description("Make the session directory there instead of in TMPDIR, TEMP, TMP or /tmp.").build());
		spec.addOption(OptionSpec.builder(REPORT_URI, "-report-uri").type(String.class).paramLabel("WHERE")
				.description("Tell tools where we are: '-' for standard output, '+' for standard error, or a file.").build());
		spec.addOption(flag("Be this machine's system server, which tools of the same user find without being told.", SYSTEM_SERVER));
		spec.usageMessage().customSynopsis("pmix4j run [options] PROGRAM [ARGUMENT...] [: [-n N] [--wdir DIR] [-x NAME=VALUE]... PROGRAM ...]")
				.description("Runs N processes of a program on this machine, or of several programs separated by ':'.",
						"They may be linked with OpenPMIx 2.1 to 6.1, so with Open MPI 4.1 or 5, or with nothing of that kind.")
				.footer("", "Exit code: that of the rank that failed first; 128 + n if signal n ended it;"
						+ " 127 if a program was not found, 126 if it cannot be run, 110 after a timeout, 2 if the command line is wrong.",
						"Ctrl-C ends the job in order; a second Ctrl-C at once.");
		return spec;
	}

	/** What can be said of each program. */
	private static CommandSpec programSpec() {
		CommandSpec spec = CommandSpec.create();
		spec.addOption(OptionSpec.builder(RANKS, "-np", "--n", "--np").type(Integer.class).paramLabel("N")
				.converters(text -> number(Integer::valueOf, text, "a number from 1 to " + AppSpec.MAX_RANKS))
				.description("Number of ranks. Default: one for each processor.").build());
		spec.addOption(OptionSpec.builder(DIRECTORY, "-wdir", "--wd").type(Path.class).paramLabel("DIR").description("Where the ranks start.")
				.build());
		spec.addOption(OptionSpec.builder(ENVIRONMENT, "--env").type(List.class).auxiliaryTypes(String.class).paramLabel("NAME=VALUE")
				.description("Set a variable for the ranks. All variables of the launcher are inherited besides.").build());
		spec.addPositional(PositionalParamSpec.builder().index("0..*").type(List.class).auxiliaryTypes(String.class).arity("0..*")
				.paramLabel("PROGRAM").description("The program and its arguments.").hidden(true).build());
		return spec;
	}

	private static <T> T number(Function<String, T> reader, String text, String wanted) {
		try {
			return reader.apply(text);
		} catch (NumberFormatException e) {
			throw new CommandLine.TypeConversionException("'" + text + "' is not " + wanted);
		}
	}

	static OptionSpec flag(String description, String... names) {
		return OptionSpec.builder(names[0], Arrays.copyOfRange(names, 1, names.length)).type(boolean.class).description(description)
				.build();
	}

	static HostOptions hostOptions(ParseResult parsed) {
		HostOptions options = HostOptions.defaults();
		if (parsed.hasMatchedOption(TMPDIR)) {
			options = options.withDirectory(parsed.matchedOptionValue(TMPDIR, Path.of("")));
		}
		if (parsed.hasMatchedOption(REPORT_URI)) {
			options = options.withReportUri(parsed.matchedOptionValue(REPORT_URI, "-"));
		}
		return parsed.hasMatchedOption(SYSTEM_SERVER) ? options.asSystemServer() : options;
	}

	/** @throws IllegalArgumentException if a value is not allowed; the message says what is */
	static JobSpec jobSpec(ParseResult parsed) {
		List<String> words = parsed.matchedPositionalValue(0, List.of());
		List<List<String>> programs = RunCommand.programs(words);
		JobSpec.Builder job = JobSpec.builder().app(app(parsed, programs.get(0)));
		for (List<String> program : programs.subList(1, programs.size())) {
			ParseResult own = parseProgram(program);
			job.app(app(own, own.matchedPositionalValue(0, List.of())));
		}
		job.output(OutputOptions.read(parsed));
		job.stdin(stdin(parsed.matchedOptionValue(STDIN, "0")));
		job.errorPolicy(parsed.matchedOptionValue(CONTINUE, false) ? ErrorPolicy.CONTINUE : ErrorPolicy.TERMINATE);
		job.stop(stop(parsed));
		job.timeout(timeout(parsed.matchedOptionValue(TIMEOUT, 0.0)));
		return job.build();
	}

	private static ParseResult parseProgram(List<String> words) {
		try {
			return new CommandLine(programSpec()).setStopAtPositional(true).setUnmatchedOptionsArePositionalParams(false)
					.parseArgs(words.toArray(String[]::new));
		} catch (CommandLine.ParameterException e) {
			throw new IllegalArgumentException(e.getMessage() + " (after ':' only -n, --wdir and -x are possible)", e);
		}
	}

	private static AppSpec app(ParseResult parsed, List<String> words) {
		if (words.isEmpty()) {
			throw new IllegalArgumentException("no program to run is named");
		}
		int ranks = parsed.matchedOptionValue(RANKS, Runtime.getRuntime().availableProcessors());
		if (ranks < 1 || ranks > AppSpec.MAX_RANKS) {
			throw new IllegalArgumentException("option -n must be 1 to " + AppSpec.MAX_RANKS + ", not " + ranks);
		}
		List<String> variables = parsed.matchedOptionValue(ENVIRONMENT, List.of());
		return new AppSpec(words.get(0), new ArrayList<>(words.subList(1, words.size())), ranks,
				parsed.matchedOptionValue(DIRECTORY, Path.of("")), environment(variables));
	}

	/** As with mpirun, a name without a value is one that the launcher has itself. */
	private static Map<String, String> environment(List<String> variables) {
		Map<String, String> environment = new LinkedHashMap<>();
		for (String variable : variables) {
			int equals = variable.indexOf('=');
			if (equals == 0) {
				throw new IllegalArgumentException("option -x needs NAME=VALUE or NAME, not '" + variable + "'");
			}
			if (equals > 0) {
				environment.put(variable.substring(0, equals), variable.substring(equals + 1));
			}
		}
		return environment;
	}

	private static StdinSpec stdin(String target) {
		return switch (target) {
			case "none" -> StdinSpec.NONE;
			case "all" -> new StdinSpec(Rank.WILDCARD, new StandardInput());
			default -> {
				try {
					yield new StdinSpec(Rank.of(Integer.parseUnsignedInt(target)), new StandardInput());
				} catch (NumberFormatException e) {
					throw new IllegalArgumentException("option --stdin must be a rank, all or none, not '" + target + "'", e);
				}
			}
		};
	}

	private static StopPoint stop(ParseResult parsed) {
		boolean init = parsed.matchedOptionValue(STOP_IN_INIT, false);
		boolean app = parsed.matchedOptionValue(STOP_IN_APP, false);
		if (init && app) {
			throw new IllegalArgumentException("ranks stop in PMIx_Init or in the program, not both");
		}
		return init ? StopPoint.IN_INIT : app ? StopPoint.IN_APP : StopPoint.NONE;
	}

	private static Duration timeout(double seconds) {
		if (!(seconds >= 0) || seconds > Integer.MAX_VALUE) {
			throw new IllegalArgumentException("option --timeout must be 0 to " + Integer.MAX_VALUE + " seconds, not " + seconds);
		}
		return Duration.ofMillis(Math.round(seconds * 1000));
	}
}
