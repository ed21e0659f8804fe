// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.JobAttributes;

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
	final JobInfoLayout layout = new JobInfoLayout(this);

	/** @return number of processes; 0 if nobody said */
	int size() {
		PmixValue value = job.get(JobAttributes.JOB_SIZE.key());
		return value == null ? 0 : ValueType.UINT32.fromValue(value).orElse(0);
	}

	/** @return the value of a key of a rank, or of the job, its session, its only program or its only node */
	Optional<PmixValue> find(Rank rank, String key) {
		if (rank.isProcess()) {
			return Optional.ofNullable(ofRank(rank).get(key));
		}
		return switch (Realm.of(key)) {
			case SESSION -> Optional.ofNullable(session.getOrDefault(key, job.get(key)));
			case APP -> only(apps.values(), key);
			case NODE -> only(nodes.values(), key);
			case JOB -> Optional.ofNullable(job.get(key));
		};
	}

	/** @return keys and values of a rank */
	Map<String, PmixValue> ofRank(Rank rank) {
		return ranks.getOrDefault(rank.value(), Collections.emptyMap());
	}

	private static Optional<PmixValue> only(Collection<Map<String, PmixValue>> things, String key) {
		return things.size() == 1 ? Optional.ofNullable(things.iterator().next().get(key)) : Optional.empty();
	}
}
