// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyRealm;

/**
 * What is known of a job, sorted by what it tells of: the session, the job, its programs, its nodes, its ranks. Made by
 * {@link JobInfoReader}, written for a peer by its {@link #layout}. On the loop; not changed once it is made.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting"
 */
final class JobInfo {
	/** The order of each map is the order in which the host told. */
	final Map<String, PmixValue> session = new LinkedHashMap<>();
	final Map<String, PmixValue> job = new LinkedHashMap<>();
	final Map<Integer, Map<String, PmixValue>> apps = new TreeMap<>();
	/** By host name. */
	final Map<String, Map<String, PmixValue>> nodes = new LinkedHashMap<>();
	final Map<Integer, Map<String, PmixValue>> ranks = new TreeMap<>(Integer::compareUnsigned);
	/** Who shall stop for a debugger. */
	final StopPoints stops = new StopPoints();
	/** The server's own node. */
	final String hostname;
	final JobInfoLayout layout = new JobInfoLayout(this);

	JobInfo(String hostname) {
		this.hostname = hostname;
	}

	/** @return number of processes; 0 if nobody said */
	int size() {
		PmixValue value = job.get(JobAttributes.JOB_SIZE.key());
		return value == null ? 0 : ValueType.UINT32.fromValue(value).orElse(0);
	}

	/**
	 * @param rank a process, or any other rank for the job
	 * @param key  what is asked for
	 * @return all that is known of the process if that key is; of the job, its session, its only program or this node the key alone;
	 *         empty if it is not known
	 */
	List<Kval> told(Rank rank, String key) {
		List<Kval> kvals = new ArrayList<>();
		if (!rank.isProcess()) {
			find(key).ifPresent(value -> kvals.add(new Kval(key, value)));
		} else if (ofRank(rank).containsKey(key)) {
			ofRank(rank).forEach((name, value) -> kvals.add(new Kval(name, value)));
		}
		return kvals;
	}

	private Optional<PmixValue> find(String key) {
		return Optional.ofNullable(switch (KeyRealm.of(key)) {
			case SESSION -> session.getOrDefault(key, job.get(key));
			case APP -> apps.size() == 1 ? apps.values().iterator().next().get(key) : null;
			case NODE -> nodes.getOrDefault(hostname, Map.of()).get(key);
			case JOB -> job.get(key);
		});
	}

	private Map<String, PmixValue> ofRank(Rank rank) {
		return ranks.getOrDefault(rank.value(), Map.of());
	}
}
