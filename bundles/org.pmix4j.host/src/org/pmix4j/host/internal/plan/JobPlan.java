// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.AppSpec;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.Session;
import org.pmix4j.host.internal.process.Program;
import org.pmix4j.host.internal.session.JobMap;
import org.pmix4j.host.internal.session.Placement;
import org.pmix4j.host.internal.session.SessionDirectory;
import org.pmix4j.host.internal.spawn.JobOrigin;
import org.pmix4j.model.Proc;

/**
 * All that is decided about a job before its first process starts. Immutable.
 *
 * @param nspace    its namespace
 * @param offset    the number that its rank 0 has among all ranks of the session
 * @param spec      what was ordered
 * @param apps      its programs, found
 * @param session   where it runs
 * @param map       which rank runs where
 * @param directory of the session
 * @param server    the server of its ranks
 * @param origin    where it comes from, if a process has spawned it
 */
public record JobPlan(String nspace, int offset, JobSpec spec, List<FoundApp> apps, Session session, JobMap map,
		SessionDirectory directory, Proc server, Optional<JobOrigin> origin) {
	/** Copies the list. */
	public JobPlan {
		apps = List.copyOf(apps);
	}

	/**
	 * A program of the job that exists.
	 *
	 * @param spec      as ordered
	 * @param program   the file
	 * @param directory its working directory, absolute
	 * @param inherited the part of the ranks' environment that all of them share
	 */
	public record FoundApp(AppSpec spec, Program program, Path directory, Map<String, String> inherited) {
		/** Copies the map. */
		public FoundApp {
			inherited = Map.copyOf(inherited);
		}
	}

	/** @return how many ranks it has */
	public int size() {
		return map.ranks().size();
	}

	/**
	 * @param placement of a rank
	 * @return its program
	 */
	public FoundApp app(Placement placement) {
		return apps.get(placement.app());
	}

	/**
	 * @param app index of a program
	 * @return the first of its ranks
	 */
	public int firstRank(int app) {
		return apps.subList(0, app).stream().mapToInt(before -> before.spec().ranks()).sum();
	}
}
