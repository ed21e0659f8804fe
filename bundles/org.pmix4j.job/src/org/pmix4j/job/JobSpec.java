// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.KillTimeout;
import org.pmix4j.job.options.OptionRules;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.Rank;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;

/**
 * The order to run a job. Immutable.
 *
 * @param apps        the programs; ranks are numbered through them in this order
 * @param directory   the working directory of programs that name none; absolute
 * @param environment the variables that all programs inherit, as texts of {@link OwnProcess#environment}; those of another launcher are
 *                    left out
 * @param options     values of options of {@link OptionScope#JOB}
 * @param sink        takes the output
 * @param input       what the target of standard input reads
 */
public record JobSpec(List<AppSpec> apps, Path directory, Map<String, String> environment, OptionValues options, OutputSink sink,
		InputSource input) {
	/**
	 * Copies the collections, and drops options of another scope.
	 *
	 * @throws IllegalArgumentException if nothing is to run, the directory is relative, or options contradict each other, such as a
	 *                                  target of standard input that is not a rank of the job
	 */
	public JobSpec {
		apps = List.copyOf(apps);
		environment = Map.copyOf(environment);
		options = options.only(OptionScope.JOB);
		int ranks = size(apps);
		if (apps.isEmpty() || ranks > AppSpec.MAX_RANKS) {
			throw new IllegalArgumentException("a job has 1 to " + AppSpec.MAX_RANKS + " ranks, not " + ranks);
		}
		if (!directory.isAbsolute()) {
			throw new IllegalArgumentException("working directory " + BytePaths.text(directory) + " is not absolute");
		}
		OptionRules.check(options, ranks, OptionSource.CONFIGURATION);
	}

	/**
	 * {@return a job whose output goes to {@link System#out} and {@link System#err}; nothing on standard input, directory and environment of
	 * this process, every option at its default}
	 *
	 * @param apps at least one program
	 * @throws IllegalArgumentException if there is no program, or there are too many ranks
	 */
	public static JobSpec of(AppSpec... apps) {
		return new JobSpec(List.of(apps), OwnProcess.directory(), OwnProcess.environment(), OptionValues.DEFAULTS, StreamSink.system(),
				StdinSpec.NONE.source()).withStdin(StdinSpec.NONE);
	}

	/**
	 * {@return a job of that program alone, as {@link #of(AppSpec...)}}
	 *
	 * @param ranks     how many processes
	 * @param program   a path or name
	 * @param arguments the arguments behind argv[0]
	 * @throws IllegalArgumentException if there is no program or the number of ranks is out of range
	 */
	public static JobSpec of(int ranks, String program, String... arguments) {
		return of(AppSpec.of(ranks, program, arguments));
	}

	/** {@return how many processes the job has} */
	public int size() {
		return size(apps);
	}

	private static int size(List<AppSpec> apps) {
		return (int) Math.min(Integer.MAX_VALUE, apps.stream().mapToLong(AppSpec::ranks).sum());
	}

	/**
	 * {@return its value}
	 *
	 * @param <T>    the type of its values
	 * @param option an option of a job
	 */
	public <T> T get(JobOption<T> option) {
		return options.get(option);
	}

	/**
	 * Lists the options of this job and of its programs that an engine does not honor, for {@link JobEngine#unsupported}. An option at its
	 * default requests nothing, and neither does {@code --stdin} if no rank reads it.
	 *
	 * @param honored whether the engine honors an option
	 * @param reason  why it does not honor another one
	 * @return a line for each such option: its spelling and the reason
	 */
	public List<String> unsupported(Predicate<JobOption<?>> honored, Function<JobOption<?>, String> reason) {
		Stream<OptionValues> all = Stream.concat(Stream.of(options), apps.stream().map(AppSpec::options));
		return all.flatMap(values -> OptionTable.all().stream().filter(option -> isRequested(option, values) && !honored.test(option)))
				.distinct().map(option -> OptionSource.COMMAND_LINE.name(option) + ": " + reason.apply(option)).toList();
	}

	private static boolean isRequested(JobOption<?> option, OptionValues values) {
		Object idle = option == JobOptions.STDIN ? Rank.INVALID : option.defaultValue();
		return values.isSet(option) && !values.get(option).equals(idle);
	}

	/** {@return how output looks} */
	public OutputSpec output() {
		return OutputSpec.of(options);
	}

	/** {@return which ranks read what from standard input} */
	public StdinSpec stdin() {
		return new StdinSpec(get(JobOptions.STDIN), input);
	}

	/** {@return what the failure of one rank means for the others} */
	public ErrorPolicy errorPolicy() {
		return get(JobOptions.CONTINUE) ? ErrorPolicy.CONTINUE : ErrorPolicy.TERMINATE;
	}

	/** {@return how long the job may run; zero for any time} */
	public Duration timeout() {
		return get(JobOptions.TIMEOUT);
	}

	/** {@return the longest time between TERM and KILL of any of its programs} */
	public Duration killTimeout() {
		return apps.stream().map(this::killTimeout).max(Comparator.naturalOrder()).orElseThrow();
	}

	/**
	 * {@return the time between TERM and KILL when ranks of a program are ended}
	 *
	 * @param app a program of the job
	 */
	public Duration killTimeout(AppSpec app) {
		return KillTimeout.of(options, app.program(), app.environment().appliedTo(environment));
	}

	/** {@return where its ranks stop for a debugger} */
	public StopPoint stop() {
		boolean inApp = get(JobOptions.STOP_IN_APP) || !get(JobOptions.BREAKPOINT).isEmpty();
		return get(JobOptions.STOP_IN_INIT) ? StopPoint.IN_INIT : inApp ? StopPoint.IN_APP : StopPoint.NONE;
	}

	/**
	 * {@return the same job with it behind the others}
	 *
	 * @param app a program
	 */
	public JobSpec plusApp(AppSpec app) {
		List<AppSpec> more = new ArrayList<>(apps);
		more.add(app);
		return new JobSpec(more, directory, environment, options, sink, input);
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param value the working directory of programs that name none, absolute
	 */
	public JobSpec withDirectory(Path value) {
		return new JobSpec(apps, value, environment, options, sink, input);
	}

	/**
	 * {@return the same job with them}
	 *
	 * @param value the variables that all programs inherit
	 */
	public JobSpec withEnvironment(Map<String, String> value) {
		return new JobSpec(apps, directory, value, options, sink, input);
	}

	/**
	 * {@return the same job with them}
	 *
	 * @param value values of options, in place of all earlier ones
	 */
	public JobSpec withOptions(OptionValues value) {
		return new JobSpec(apps, directory, environment, value, sink, input);
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param <T>    the type of its values
	 * @param option an option of a job
	 * @param value  its value
	 * @throws IllegalArgumentException if the value is not allowed
	 */
	public <T> JobSpec withOption(JobOption<T> option, T value) {
		return withOptions(options.with(option, value));
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param value takes the output
	 */
	public JobSpec withSink(OutputSink value) {
		return new JobSpec(apps, directory, environment, options, value, input);
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param value how output looks
	 */
	public JobSpec withOutput(OutputSpec value) {
		return withOptions(value.addTo(options));
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param value which ranks read what from standard input
	 */
	public JobSpec withStdin(StdinSpec value) {
		return new JobSpec(apps, directory, environment, options.with(JobOptions.STDIN, value.target()), sink, value.source());
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param value what the failure of one rank means for the others
	 */
	public JobSpec withErrorPolicy(ErrorPolicy value) {
		return withOption(JobOptions.CONTINUE, value == ErrorPolicy.CONTINUE);
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param value how long the job may run; zero for any time
	 */
	public JobSpec withTimeout(Duration value) {
		return withOption(JobOptions.TIMEOUT, value);
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param value the time between TERM and KILL when ranks are ended; zero for none
	 */
	public JobSpec withKillTimeout(Duration value) {
		return withOption(JobOptions.KILL_TIMEOUT, value);
	}

	/**
	 * {@return the same job with it}
	 *
	 * @param value where the ranks stop for a debugger
	 */
	public JobSpec withStop(StopPoint value) {
		return withOptions(options.with(JobOptions.STOP_IN_INIT, value == StopPoint.IN_INIT)
				.with(JobOptions.STOP_IN_APP, value == StopPoint.IN_APP));
	}
}
