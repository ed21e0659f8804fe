// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.engines.EngineRequest;
import org.pmix4j.host.StandardInput;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobCommandLine;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionRules;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionType;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.bytes.OwnProcess;

/** Reads a job from the words of {@code pmix4j run}. Stateless. */
public final class RunOptions {
	/** The variable with the time limit in seconds; Open MPI 4.1, mpirun(1). */
	private static final String TIMEOUT = "MPIEXEC_TIMEOUT";

	private RunOptions() {
	}

	/**
	 * @param words the words behind the command's name
	 * @return the job
	 * @throws IllegalArgumentException if a word or a value is not allowed; the message says what is
	 */
	public static RunOrder parse(List<String> words) {
		return job(OptionReader.read(words, CommandWords.RUN));
	}

	/**
	 * @param line the command line
	 * @return its job
	 * @throws IllegalArgumentException if no program is named, or a word or a value is not allowed; the message says what is
	 */
	public static RunOrder job(OptionLine line) {
		List<String> notes = new ArrayList<>(line.notes());
		McaDefaults defaults = new McaDefaults();
		McaFiles files = new McaFiles(Path.of("/"), OwnProcess.environment(), line.values().get(AppOptions.ENVIRONMENT), defaults, notes);
		files.read();
		McaVariables.read(OwnProcess.environment(), defaults, notes);
		EnvironmentEdits ofRuntime = McaWords.forAll(line, defaults);
		EnvironmentEdits forAll = line.launch().isEmpty() ? ofRuntime
				: ofRuntime.plus(HydraVariables.of(line, LaunchWord.GLOBAL_ENV_LIST, LaunchWord.GLOBAL_ENV));
		files.readOverride();
		defaults.remove(line.off());
		if (line.has(LaunchWord.LAUNCH_FILE)) {
			return ofLaunchFile(line, defaults, notes);
		}
		List<AppSpec> apps = line.has(LaunchWord.APP_FILE) ? AppFile.read(line, notes) : apps(line, notes);
		List<String> hostfile = line.has(LaunchWord.DEFAULT_HOSTFILE) ? line.get(LaunchWord.DEFAULT_HOSTFILE)
				: defaults.get(LaunchWord.DEFAULT_HOSTFILE);
		if (!hostfile.isEmpty()) {
			String file = hostfile.get(0);
			apps = apps.stream().map(app -> hasNodes(app) ? app : app.withOption(PlacementOptions.HOSTFILE, file)).toList();
		}
		apps = line.launch().isEmpty() ? apps : HydraPlacement.applied(line, apps);
		JobSpec job = JobSpec.of(apps.get(0));
		List<AppSpec> all = apps.stream().map(app -> withEnvironment(app, forAll)).toList();
		JobSpec whole = new JobSpec(all, job.directory(), job.environment(), job.options(), job.sink(), job.input());
		return order(whole, line.values(), line.values(), engine(line, EngineRequest.NONE), defaults, notes);
	}

	private static RunOrder ofLaunchFile(OptionLine line, McaDefaults defaults, List<String> notes) {
		String option = LaunchWord.LAUNCH_FILE.word();
		if (!line.rest().isEmpty() || line.has(LaunchWord.APP_FILE)) {
			throw new IllegalArgumentException("option " + option + " names the programs, so no other can be named");
		}
		OptionValues given = line.values();
		LaunchFile file = LaunchFile.read(Path.of(line.get(LaunchWord.LAUNCH_FILE).get(0)));
		JobSpec job = LaunchFileOrder.job(file, given);
		return order(job, job.options(), LaunchFileOrder.options(file, given), engine(line, LaunchFileOrder.engine(file)), defaults, notes);
	}

	/** Returns what a line says about the engine, or else a launch file. An engine of the line needs none of the file's options. */
	private static EngineRequest engine(OptionLine line, EngineRequest otherwise) {
		List<String> engine = line.get(LaunchWord.ENGINE);
		List<String> slurm = line.get(LaunchWord.SLURM);
		if (engine.isEmpty()) {
			return slurm.isEmpty() ? otherwise : new EngineRequest(otherwise.engine(), slurm);
		}
		return new EngineRequest(engine.get(0), slurm);
	}

	private static RunOrder order(JobSpec job, OptionValues given, OptionValues launcher, EngineRequest engine, McaDefaults defaults,
			List<String> notes) {
		OptionRules.check(given, job.size(), OptionSource.COMMAND_LINE);
		OptionValues options = withTimeout(defaults.applied(given, OptionScope.JOB));
		List<AppSpec> apps = defaults.applied(job.apps());
		// input first: the default target of the command line is rank 0
		JobSpec withInput = new JobSpec(apps, job.directory(), job.environment(), options, job.sink(), new StandardInput());
		notes.addAll(OptionEffects.notes(withInput));
		return new RunOrder(withInput, defaults.applied(launcher, OptionScope.LAUNCHER).only(OptionScope.LAUNCHER), engine,
				List.copyOf(notes));
	}

	private static List<AppSpec> apps(OptionLine line, List<String> notes) {
		List<AppSpec> apps = new ArrayList<>();
		int start = 0;
		List<String> words = line.rest();
		for (int i = 0; i <= words.size(); i++) {
			if (i == words.size() || words.get(i).equals(JobCommandLine.SEPARATOR)) {
				List<String> own = words.subList(start, i);
				apps.add(start == 0 ? app(line, own) : app(own, "after ':'", notes));
				start = i + 1;
			}
		}
		return apps;
	}

	/** Reads a program with its own options. The place is what messages call where its words stand. */
	static AppSpec app(List<String> words, String place, List<String> notes) {
		try {
			OptionLine line = OptionReader.read(words, CommandWords.PROGRAM);
			notes.addAll(line.notes());
			return app(line, line.rest());
		} catch (UnknownOptionException e) {
			boolean isKnown = CommandWords.RUN.find(e.word()).isPresent();
			throw isKnown ? new IllegalArgumentException("option " + e.word() + " is not possible " + place
					+ ": it applies to the whole job and belongs in front of the first program", e) : e;
		}
	}

	private static AppSpec app(OptionLine line, List<String> words) {
		if (words.isEmpty()) {
			throw new IllegalArgumentException("no program to run is named");
		}
		String program = words.get(0);
		if (line.has(LaunchWord.PATH)) {
			String directory = line.get(LaunchWord.PATH).get(0);
			if (program.startsWith("/")) {
				throw new IllegalArgumentException("option --path " + directory + " and the program " + program
						+ " exclude each other: the program has a whole path");
			}
			program = Path.of(directory).resolve(program).toString();
		}
		AppSpec app = new AppSpec(program, words.subList(1, words.size()), line.values());
		return line.has(LaunchWord.ENV) || line.has(LaunchWord.ENV_LIST)
				? app.withOption(AppOptions.ENVIRONMENT, app.environment().plus(HydraVariables.of(line, LaunchWord.ENV_LIST, LaunchWord.ENV)))
				: app;
	}

	/** Adds the time limit that mpiexec takes from the environment. */
	private static OptionValues withTimeout(OptionValues given) {
		String seconds = OwnProcess.environment().getOrDefault(TIMEOUT, "");
		if (seconds.isBlank() || given.isSet(JobOptions.TIMEOUT)) {
			return given;
		}
		return given.with(JobOptions.TIMEOUT, OptionType.SECONDS.parse(seconds.strip()).orElseThrow(() -> new IllegalArgumentException(
				"the variable " + TIMEOUT + " must be " + OptionType.SECONDS.wanted() + ", not '" + seconds + "'; unset it or use --timeout")));
	}

	private static boolean hasNodes(AppSpec app) {
		return app.options().isSet(PlacementOptions.HOSTFILE) || app.options().isSet(PlacementOptions.HOSTS);
	}

	private static AppSpec withEnvironment(AppSpec app, EnvironmentEdits edits) {
		return edits.edits().isEmpty() ? app : app.withOption(AppOptions.ENVIRONMENT, edits.plus(app.environment()));
	}

	/** Returns the options of programs that a line gives. */
	static OptionValues ofPrograms(OptionLine line) {
		return line.values().only(OptionScope.APP);
	}
}
