// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import org.pmix4j.host.internal.node.SessionDirectory;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.streams.FileModes;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.Proc;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.process.internal.process.Program;

/**
 * The decisions about a job that precede the start of its first process. Immutable.
 *
 * @param nspace    its namespace
 * @param offset    the number of its rank 0 among all ranks of the session
 * @param request   for it
 * @param apps      its programs, found
 * @param session   the session that it runs in
 * @param map       the places of its ranks
 * @param server    the server of its ranks
 */
public record JobPlan(String nspace, int offset, LaunchRequest request, List<FoundApp> apps, SessionRun session, JobMap map, Proc server) {
	/** Copies the list. */
	public JobPlan {
		apps = List.copyOf(apps);
	}

	/**
	 * A program of the job that exists.
	 *
	 * @param spec      as ordered
	 * @param program   the file that is executed: its own, or that of its agent
	 * @param arguments the arguments of that file, behind argv[0]
	 * @param directory its working directory, absolute
	 * @param inherited the part of the ranks' environment that all of them share
	 * @param killTimeout the time between TERM and KILL when its ranks are ended
	 * @param preloads  the files to copy to the nodes before it starts
	 */
	public record FoundApp(AppSpec spec, Program program, List<String> arguments, Path directory, Map<String, String> inherited,
			Duration killTimeout, List<Preload> preloads) {
		/** Copies the collections. */
		public FoundApp {
			arguments = List.copyOf(arguments);
			inherited = Map.copyOf(inherited);
			preloads = List.copyOf(preloads);
		}
	}

	/**
	 * A file to copy to the session directories.
	 *
	 * @param file the file, absolute
	 * @param name where it is put below the directory of the job, relative
	 */
	public record Preload(Path file, Path name) {
	}

	/** @return the order */
	public JobSpec spec() {
		return request.spec();
	}

	/** @return the number of its ranks */
	public int size() {
		return map.ranks().size();
	}

	/** @return the modes of the files that it creates, and that are created for it */
	public FileModes fileModes() {
		return new FileModes(spec().options().isSet(JobOptions.FILE_MODE_MASK) ? OptionalInt.of(spec().get(JobOptions.FILE_MODE_MASK))
				: OptionalInt.empty());
	}

	/**
	 * @param node a node in use
	 * @return the session's directories there
	 */
	public SessionDirectory directory(Node node) {
		return session.nodes().on(node).directory();
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
		return map.firstRank(app);
	}
}
