// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.RealmDirectives;
import org.pmix4j.model.attributes.SessionAttributes;

/**
 * The session, node, or application that a get or query requests instead of the named process. Immutable.
 *
 * @param realm      the realm
 * @param directives names the instance in the realm; the one of the process if it names none
 */
public record JobRealm(KeyRealm realm, RealmDirectives directives) {
	/**
	 * Returns the realm of a get.
	 *
	 * @return empty if the get is about the process or the job
	 * @throws PmixException BAD_PARAM if a directive has the wrong type
	 */
	public static Optional<JobRealm> ofGet(Infos infos) throws PmixException {
		RealmDirectives directives = RealmDirectives.of(infos);
		return directives.realm().filter(realm -> realm != KeyRealm.JOB).map(realm -> new JobRealm(realm, directives));
	}

	/**
	 * Returns the realm of a query, whose qualifiers need not name the realm if they name an instance.
	 *
	 * @return empty if the query is about the process or the job
	 * @throws PmixException BAD_PARAM if a qualifier has the wrong type
	 */
	public static Optional<JobRealm> ofQuery(Infos qualifiers) throws PmixException {
		RealmDirectives directives = RealmDirectives.of(qualifiers);
		Optional<KeyRealm> named = directives.realm();
		if (named.isEmpty() && directives.namesInstance()) {
			named = Optional.of(directives.host().isPresent() || directives.node().isPresent() ? KeyRealm.NODE
					: directives.app().isPresent() ? KeyRealm.APP : KeyRealm.SESSION);
		}
		return named.map(realm -> new JobRealm(realm, directives));
	}

	/** Returns whether the realm of the named process is meant. */
	public boolean isOfProcess() {
		return !directives.namesInstance();
	}

	/**
	 * Looks up a key in the data of the realm.
	 *
	 * @param job  the data of the namespace
	 * @param rank the named process; any other rank for the server's own node and the only application
	 * @param key  the key
	 * @return the value; empty if it is not known
	 */
	public Optional<PmixValue> find(JobInfo job, Rank rank, String key) {
		Map<String, PmixValue> process = job.ranks().getOrDefault(rank.value(), Map.of());
		return switch (realm) {
			case SESSION -> Optional.ofNullable(isMeant(job.session()) ? job.session().get(key) : null);
			case NODE -> nodeOf(job, process).map(found -> found.get(key));
			case APP -> appOf(job, process).map(found -> found.get(key));
			case JOB -> Optional.ofNullable(job.job().get(key));
		};
	}

	private boolean isMeant(Map<String, PmixValue> known) {
		return directives.session().isEmpty() || directives.session().equals(value(known, SessionAttributes.SESSION_ID));
	}

	private Optional<Map<String, PmixValue>> nodeOf(JobInfo job, Map<String, PmixValue> process) {
		if (directives.host().isEmpty() && directives.node().isPresent()) {
			return job.node(directives.node().get());
		}
		String name = directives.host().or(() -> value(process, NodeAttributes.HOSTNAME)).orElse(job.hostname());
		return Optional.ofNullable(job.nodes().get(name));
	}

	private Optional<Map<String, PmixValue>> appOf(JobInfo job, Map<String, PmixValue> process) {
		Optional<Integer> number = directives.app().or(() -> value(process, AppAttributes.APPNUM));
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
