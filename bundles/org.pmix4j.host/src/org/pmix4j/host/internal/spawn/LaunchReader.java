// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import org.pmix4j.host.LaunchSpec;
import org.pmix4j.host.LaunchSpec.Report;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Reads the finer points of a spawn. Stateless. */
final class LaunchReader {
	private static final Map<Attribute<Boolean>, Report> REPORTS = Map.ofEntries(
			Map.entry(SpawnAttributes.DISPLAY_ALLOCATION, Report.ALLOCATION),
			Map.entry(SpawnAttributes.DISPLAY_MAP, Report.MAP), Map.entry(SpawnAttributes.DISPLAY_MAP_DETAILED, Report.DETAILED_MAP),
			Map.entry(SpawnAttributes.REPORT_BINDINGS, Report.BINDINGS), Map.entry(SpawnAttributes.SHOW_LAUNCH_PROGRESS, Report.PROGRESS),
			Map.entry(SpawnAttributes.TIMEOUT_REPORT_STATE, Report.STATES_AT_TIMEOUT),
			Map.entry(LogAttributes.LOG_JOB_EVENTS, Report.JOB_EVENTS), Map.entry(LogAttributes.LOG_COMPLETION, Report.COMPLETION),
			Map.entry(LogAttributes.LOG_PROC_TERMINATION, Report.ENDS),
			Map.entry(LogAttributes.LOG_PROC_ABNORMAL_TERMINATION, Report.FAILURES));

	private LaunchReader() {
	}

	static LaunchSpec read(Infos infos) throws PmixException {
		boolean anyCode = infos.contains(SpawnAttributes.ABORT_NON_ZERO_TERM) && !infos.isTrue(SpawnAttributes.ABORT_NON_ZERO_TERM);
		return new LaunchSpec(!infos.isTrue(SpawnAttributes.DO_NOT_LAUNCH), infos.isTrue(SpawnAttributes.INDEX_ARGV), anyCode, reports(infos));
	}

	private static Set<Report> reports(Infos infos) throws PmixException {
		Set<Report> wanted = EnumSet.noneOf(Report.class);
		for (Map.Entry<Attribute<Boolean>, Report> each : REPORTS.entrySet()) {
			if (infos.isTrue(each.getKey())) {
				wanted.add(each.getValue());
			}
		}
		return wanted;
	}
}
