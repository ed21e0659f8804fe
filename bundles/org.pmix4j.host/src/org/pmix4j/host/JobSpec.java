// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Rank;

/**
 * What to run and how. Immutable; made by a {@link Builder}.
 *
 * @param apps        the programs; ranks are numbered through them in this order
 * @param directory   the working directory of programs that name none; absolute
 * @param environment what all programs inherit; the variables of another launcher are left out of it
 * @param output      how output looks
 * @param sink        where output goes
 * @param stdin       who reads what from standard input
 * @param errorPolicy what the failure of one rank means
 * @param timeout     how long the job may run; zero for any time
 * @param stop        where its ranks stop for a debugger
 * @param launch      the finer points of running it
 */
public record JobSpec(List<AppSpec> apps, Path directory, Map<String, String> environment, OutputSpec output, OutputSink sink,
		StdinSpec stdin, ErrorPolicy errorPolicy, Duration timeout, StopPoint stop, LaunchSpec launch) {
	/**
	 * Copies the collections.
	 *
	 * @throws IllegalArgumentException if nothing is to run, the directory is relative, the timeout is negative, or no rank of this
	 *                                  job is the target of standard input
	 */
	public JobSpec {
		apps = List.copyOf(apps);
		environment = Map.copyOf(environment);
		int ranks = size(apps);
		if (apps.isEmpty() || ranks > AppSpec.MAX_RANKS) {
			throw new IllegalArgumentException("a job has 1 to " + AppSpec.MAX_RANKS + " ranks, not " + ranks);
		}
		if (!directory.isAbsolute()) {
			throw new IllegalArgumentException("working directory " + directory + " is not absolute");
		}
		if (timeout.isNegative()) {
			throw new IllegalArgumentException("timeout " + timeout + " is negative");
		}
		Rank target = stdin.target();
		if (target.isProcess() && Integer.compareUnsigned(target.value(), ranks) >= 0) {
			throw new IllegalArgumentException("standard input cannot go to rank " + target + ": the job has ranks 0 to " + (ranks - 1));
		}
	}

	/** @return a builder: output to our own, nothing on standard input, our directory and environment, the first failure ends all */
	public static Builder builder() {
		return new Builder();
	}

	/** @return how many processes the job has */
	public int size() {
		return size(apps);
	}

	private static int size(List<AppSpec> apps) {
		return (int) Math.min(Integer.MAX_VALUE, apps.stream().mapToLong(AppSpec::ranks).sum());
	}

	/** Collects what a job is made of. Used by one thread. */
	public static final class Builder {
		private final List<AppSpec> apps = new ArrayList<>();
		private Path directory = Path.of("").toAbsolutePath();
		private Map<String, String> environment = System.getenv();
		private OutputSpec output = OutputSpec.PLAIN;
		private OutputSink sink = StreamSink.standard();
		private StdinSpec stdin = StdinSpec.NONE;
		private ErrorPolicy errorPolicy = ErrorPolicy.TERMINATE;
		private Duration timeout = Duration.ZERO;
		private StopPoint stop = StopPoint.NONE;
		private LaunchSpec launch = LaunchSpec.PLAIN;

		private Builder() {
		}

		/**
		 * @param app a program to run besides those already named
		 * @return this
		 */
		public Builder app(AppSpec app) {
			apps.add(app);
			return this;
		}

		/**
		 * @param ranks     how many processes
		 * @param program   a path or name
		 * @param arguments what follows argv[0]
		 * @return this
		 */
		public Builder app(int ranks, String program, String... arguments) {
			return app(AppSpec.of(ranks, program, arguments));
		}

		/**
		 * @param value the working directory, absolute
		 * @return this
		 */
		public Builder directory(Path value) {
			directory = value;
			return this;
		}

		/**
		 * @param value what all programs inherit
		 * @return this
		 */
		public Builder environment(Map<String, String> value) {
			environment = value;
			return this;
		}

		/**
		 * @param value how output looks
		 * @return this
		 */
		public Builder output(OutputSpec value) {
			output = value;
			return this;
		}

		/**
		 * @param value where output goes
		 * @return this
		 */
		public Builder sink(OutputSink value) {
			sink = value;
			return this;
		}

		/**
		 * @param value who reads what from standard input
		 * @return this
		 */
		public Builder stdin(StdinSpec value) {
			stdin = value;
			return this;
		}

		/**
		 * @param value what the failure of one rank means
		 * @return this
		 */
		public Builder errorPolicy(ErrorPolicy value) {
			errorPolicy = value;
			return this;
		}

		/**
		 * @param value how long the job may run; zero for any time
		 * @return this
		 */
		public Builder timeout(Duration value) {
			timeout = value;
			return this;
		}

		/**
		 * @param value where the ranks stop for a debugger
		 * @return this
		 */
		public Builder stop(StopPoint value) {
			stop = value;
			return this;
		}

		/**
		 * @param value the finer points of running it
		 * @return this
		 */
		public Builder launch(LaunchSpec value) {
			launch = value;
			return this;
		}

		/**
		 * @return the job
		 * @throws IllegalArgumentException as the constructor
		 */
		public JobSpec build() {
			return new JobSpec(apps, directory, environment, output, sink, stdin, errorPolicy, timeout, stop, launch);
		}
	}
}
