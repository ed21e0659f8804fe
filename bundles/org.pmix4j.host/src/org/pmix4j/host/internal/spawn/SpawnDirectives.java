// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * The notifications and output that a spawner wants of its job, and how the two depend on each other. Immutable.
 *
 * @param options of the request
 */
record SpawnDirectives(OptionValues options) {
	LaunchRequest.News news(Infos infos) throws PmixException {
		boolean job = options.get(SpawnOptions.NOTIFY_JOB);
		return new LaunchRequest.News(job, job || infos.isTrue(SpawnAttributes.NOTIFY_COMPLETION), options.get(SpawnOptions.NOTIFY_ENDS),
				options.get(SpawnOptions.NOTIFY_FAILURES), options.get(SpawnOptions.SILENT), LogRequest.of(infos));
	}

	LaunchRequest.Bonds bonds() {
		return new LaunchRequest.Bonds(dependence(), options.get(SpawnOptions.REPORT_SEPARATELY));
	}

	private LaunchRequest.Dependence dependence() {
		if (!options.isSet(SpawnOptions.SEPARATE)) {
			return LaunchRequest.Dependence.FAILS;
		}
		return options.get(SpawnOptions.SEPARATE) ? LaunchRequest.Dependence.NONE : LaunchRequest.Dependence.ENDS;
	}

	/** Returns the output that the requester gets instead of its usual place. */
	IofChannel forwarded() {
		IofChannel channels = IofChannel.NONE;
		if (!options.get(SpawnOptions.COPY)) {
			channels = channels.plus(either(SpawnOptions.FORWARD_STDOUT, IofChannel.STDOUT))
					.plus(either(SpawnOptions.FORWARD_STDERR, IofChannel.STDERR));
		}
		return channels;
	}

	private IofChannel either(JobOption<Boolean> option, IofChannel channel) {
		return options.get(option) ? channel : IofChannel.NONE;
	}
}
