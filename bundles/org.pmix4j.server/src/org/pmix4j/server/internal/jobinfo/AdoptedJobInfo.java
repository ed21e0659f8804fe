// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.List;
import java.util.stream.Collectors;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.server.options.ServerOptions;

/**
 * Job information for tools and singletons, which are not registered: all their processes are on this node, in one application. Stateless.
 *
 * @see "OpenPMIx src/tool/pmix_tool.c, which does the same for a tool without a server"
 */
public final class AdoptedJobInfo {
	private AdoptedJobInfo() {
	}

	/**
	 * @param nspace  namespace of the processes
	 * @param ranks   all its ranks, in order
	 * @param options options of the server
	 * @return data of the job
	 */
	public static JobInfo of(String nspace, List<Rank> ranks, ServerOptions options) {
		Proc server = options.identity();
		Infos infos = Infos.of(
				Info.of(JobAttributes.JOBID, nspace),
				Info.of(JobAttributes.JOB_SIZE, ranks.size()),
				Info.of(SessionAttributes.UNIV_SIZE, ranks.size()),
				Info.of(JobAttributes.JOB_NUM_APPS, 1),
				Info.of(JobAttributes.NPROC_OFFSET, Rank.of(0)),
				Info.of(AppAttributes.APP_SIZE, ranks.size()),
				Info.of(AppAttributes.APPLDR, ranks.get(0)),
				Info.of(ServerAttributes.NODE_MAP_RAW, options.hostname()),
				Info.of(ServerAttributes.PROC_MAP_RAW, ranks.stream().map(Rank::toString).collect(Collectors.joining(","))),
				Info.of(ServerAttributes.SERVER_NSPACE, server.nspace()),
				Info.of(ServerAttributes.SERVER_RANK, server.rank()));
		try {
			return JobInfoDeriver.complete(nspace, JobInfoReader.read(infos, options.hostname(), options.limits()));
		} catch (PmixException e) {
			throw new IllegalStateException("the generated maps of " + nspace + " are invalid", e);
		}
	}
}
