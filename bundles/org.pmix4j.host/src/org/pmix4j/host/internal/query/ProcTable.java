// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.query;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;

/**
 * The table of a job's processes for debuggers. Stateless.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, PMIX_QUERY_PROC_TABLE"
 */
final class ProcTable {
	private ProcTable() {
	}

	static DataArray of(Job job) {
		List<String> programs = job.spec().apps().stream().map(app -> file(job.spec(), app)).toList();
		List<PmixValue> table = new ArrayList<>();
		for (RankProcess rank : job.ranks()) {
			table.add(new ProcInfo(rank.proc(), rank.node().name(), programs.get(rank.appNumber()), rank.pid().orElse(0), state(rank)));
		}
		return new DataArray(DataType.PROC_INFO, table);
	}

	static ProcState state(RankProcess rank) {
		return rank.fate().map(ExitOutcome::cause).map(ExitOutcome.Cause::state).orElseGet(() -> rank.state().procState());
	}

	/** Returns the file that the ranks run, or the ordered name if that file is gone. */
	private static String file(JobSpec job, AppSpec app) {
		Path directory = job.directory().resolve(app.directory());
		Map<String, String> environment = app.environment().appliedTo(job.environment());
		try {
			return BytePaths.text(Program.find(app.program(), directory, environment).file());
		} catch (SpawnException e) {
			return app.program();
		}
	}
}
