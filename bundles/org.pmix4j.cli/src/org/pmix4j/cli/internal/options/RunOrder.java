// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;

import org.pmix4j.engines.EngineRequest;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.OptionValues;

/**
 * A parsed command line of {@code pmix4j run}. Immutable.
 *
 * @param job      the job
 * @param launcher values of options of the launcher
 * @param engine   what it says about the engine
 * @param notes    what the user should know about the command line
 */
public record RunOrder(JobSpec job, OptionValues launcher, EngineRequest engine, List<String> notes) {
}
