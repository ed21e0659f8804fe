// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.tool.PmixTool;

/** Requests of a debugger about a job that waits for it. Stateless. */
final class HeldJobs {
	private HeldJobs() {
	}

	/** Returns the names of the jobs of a server. */
	static List<String> names(PmixTool tool) throws PmixException {
		return List.of(tool.host().query(new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()), Infos.EMPTY))
				.get(QueryAttributes.QUERY_NAMESPACES).orElse("").split(","));
	}

	/** Returns the processes of a job. */
	static List<ProcInfo> table(PmixTool tool, String job) throws PmixException {
		List<ProcInfo> table = new ArrayList<>();
		Query query = new Query(List.of(QueryAttributes.QUERY_PROC_TABLE.key()), Infos.of(Info.of(JobAttributes.NSPACE, job)));
		Infos answer = tool.host().query(query);
		for (PmixValue element : answer.get(QueryAttributes.QUERY_PROC_TABLE).orElseThrow().elements()) {
			table.add((ProcInfo) element);
		}
		return table;
	}

	/** Returns the processes of the first job; empty while the server knows of none. */
	static List<ProcInfo> first(PmixTool tool) {
		try {
			return table(tool, names(tool).get(0));
		} catch (PmixException notYet) {
			return List.of();
		}
	}

	/** Lets the ranks run on. */
	static void release(PmixTool tool, String job) throws PmixException {
		tool.events().notifyEvent(Status.DEBUGGER_RELEASE, DataRange.CUSTOM,
				Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard(job)), Info.of(EventAttributes.EVENT_NON_DEFAULT, true));
	}
}
