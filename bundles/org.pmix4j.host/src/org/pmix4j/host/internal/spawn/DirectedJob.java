// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.List;
import java.util.Optional;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.OptionRules;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Applies the directives of a tool to a job of a launcher's command line. Stateless. */
final class DirectedJob {
	private DirectedJob() {
	}

	/**
	 * @param spec       the job
	 * @param directives of the tool; they take precedence over the options of the command line
	 * @return the job as if the tool had spawned it
	 * @throws PmixException if a directive is malformed, contradicts the job, or is required and has no effect
	 */
	static SpawnOrder of(JobSpec spec, Infos directives) throws PmixException {
		SpawnSupport.checkOfLaunch(directives);
		OptionValues given = OptionTable.read(directives);
		OptionValues ofJob = spec.options().plus(given.only(OptionScope.JOB));
		OptionValues ofApps = given.only(OptionScope.APP);
		List<AppSpec> apps = spec.apps().stream()
				.map(app -> new AppSpec(app.program(), app.arguments(), app.options().plus(ofApps))).toList();
		SpawnDirectives wishes = new SpawnDirectives(given);
		try {
			OptionRules.check(ofJob, spec.size(), OptionSource.ATTRIBUTES);
			return new SpawnOrder(new JobSpec(apps, spec.directory(), spec.environment(), ofJob, spec.sink(), spec.input()),
					wishes.news(directives), wishes.bonds(), wishes.forwarded(), SpawnSupport.forRanks(directives, spec.apps(), List.of()),
					Optional.empty(), SpawnSupport.ignoredOfLaunch(directives));
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "directives of the tool: " + e.getMessage(), e);
		}
	}
}
