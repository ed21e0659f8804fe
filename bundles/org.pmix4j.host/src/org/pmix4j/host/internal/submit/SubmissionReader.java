// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.submit;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;

/** Reads a submitted job. All of its surroundings are those of the submitter, none those of this process. Stateless. */
final class SubmissionReader {
	private SubmissionReader() {
	}

	/**
	 * Reads the job.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs; the first one carries the environment of the submitter
	 * @param sink  takes the output
	 * @return the job; programs for which the submitter gave no number of ranks have none
	 * @throws PmixException BAD_PARAM if a value is not allowed; the message says which
	 */
	static JobSpec read(Infos infos, List<App> apps, OutputSink sink) throws PmixException {
		if (apps.isEmpty()) {
			throw new PmixException(Status.ERR_JOB_NO_EXE_SPECIFIED, "no program to run is named");
		}
		try {
			Path directory = BytePaths.of(infos.get(SubmissionKeys.SUBMIT).orElse(""));
			OptionValues options = OptionTable.read(infos);
			List<AppSpec> specs = new ArrayList<>();
			for (App app : apps) {
				specs.add(app(app));
			}
			Rank target = options.get(JobOptions.STDIN);
			JobSpec job = new JobSpec(specs, directory, environment(apps.get(0)), options, sink, StdinSpec.NONE.source());
			return target.equals(Rank.INVALID) ? job : job.withStdin(StdinSpec.pushed(target));
		} catch (IllegalArgumentException invalid) {
			throw new PmixException(Status.ERR_BAD_PARAM, String.valueOf(invalid.getMessage()), invalid);
		}
	}

	private static AppSpec app(App app) throws PmixException, InvalidPathException {
		List<String> arguments = app.arguments().subList(Math.min(1, app.arguments().size()), app.arguments().size());
		OptionValues options = OptionTable.read(app.infos()).with(AppOptions.DIRECTORY, BytePaths.of(app.workingDirectory()));
		AppSpec spec = new AppSpec(app.command(), arguments, options);
		return app.maxProcs() == 0 ? spec : spec.withOption(AppOptions.RANKS, app.maxProcs());
	}

	private static Map<String, String> environment(App app) {
		Map<String, String> environment = new LinkedHashMap<>();
		for (String variable : app.environment()) {
			int equals = variable.indexOf('=');
			if (equals > 0) {
				environment.put(variable.substring(0, equals), variable.substring(equals + 1));
			}
		}
		return environment;
	}
}
