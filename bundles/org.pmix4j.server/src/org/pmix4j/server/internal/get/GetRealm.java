// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.server.internal.jobinfo.JobInfo;

/**
 * That a get is about a session, node or program rather than about the process that it names, and about which one.
 *
 * @param realm   what it is about; never JOB
 * @param host    the node's name, if it is given
 * @param node    the node's number, if it is given
 * @param app     the program's number, if it is given
 * @param session the session's number, if it is given
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIX_NODE_INFO and so on"
 */
record GetRealm(KeyRealm realm, Optional<String> host, Optional<Integer> node, Optional<Integer> app, Optional<Integer> session) {
	/**
	 * @return empty if the infos say nothing of the kind
	 * @throws PmixException BAD_PARAM if one is of the wrong type
	 */
	static Optional<GetRealm> of(Infos infos) throws PmixException {
		Optional<KeyRealm> realm = Optional.empty();
		if (infos.isTrue(LevelAttributes.NODE_INFO)) {
			realm = Optional.of(KeyRealm.NODE);
		} else if (infos.isTrue(LevelAttributes.APP_INFO)) {
			realm = Optional.of(KeyRealm.APP);
		} else if (infos.isTrue(LevelAttributes.SESSION_INFO)) {
			realm = Optional.of(KeyRealm.SESSION);
		}
		if (realm.isEmpty()) {
			return Optional.empty();
		}
		return Optional.of(new GetRealm(realm.get(), infos.get(NodeAttributes.HOSTNAME), infos.get(NodeAttributes.NODEID),
				infos.get(AppAttributes.APPNUM), infos.get(SessionAttributes.SESSION_ID)));
	}

	/** @return whether it is about the one to which the named process belongs */
	boolean isOfProcess() {
		return host.isEmpty() && node.isEmpty() && app.isEmpty() && session.isEmpty();
	}

	/**
	 * @param job  what is known
	 * @param rank the named process; any other rank for the server's own node and the only program
	 * @param key  what is asked for
	 * @return what is known of it
	 */
	Optional<PmixValue> find(JobInfo job, Rank rank, String key) {
		Map<String, PmixValue> process = job.ranks().getOrDefault(rank.value(), Map.of());
		return switch (realm) {
			case SESSION -> Optional.ofNullable(isThis(job.session()) ? job.session().get(key) : null);
			case NODE -> nodeOf(job, process).map(found -> found.get(key));
			case APP -> appOf(job, process).map(found -> found.get(key));
			case JOB -> Optional.ofNullable(job.job().get(key));
		};
	}

	private boolean isThis(Map<String, PmixValue> known) {
		return session.isEmpty() || session.equals(value(known, SessionAttributes.SESSION_ID));
	}

	private Optional<Map<String, PmixValue>> nodeOf(JobInfo job, Map<String, PmixValue> process) {
		if (host.isEmpty() && node.isPresent()) {
			return job.nodes().values().stream().filter(known -> node.equals(value(known, NodeAttributes.NODEID))).findFirst();
		}
		String name = host.or(() -> value(process, NodeAttributes.HOSTNAME)).orElse(job.hostname());
		return Optional.ofNullable(job.nodes().get(name));
	}

	private Optional<Map<String, PmixValue>> appOf(JobInfo job, Map<String, PmixValue> process) {
		Optional<Integer> number = app.or(() -> value(process, AppAttributes.APPNUM));
		if (number.isEmpty()) {
			return job.apps().size() == 1 ? job.apps().values().stream().findFirst() : Optional.empty();
		}
		return Optional.ofNullable(job.apps().get(number.get()));
	}

	private static <T> Optional<T> value(Map<String, PmixValue> known, Attribute<T> attribute) {
		PmixValue value = known.get(attribute.key());
		return value == null ? Optional.empty() : attribute.type().fromValue(value);
	}
}
