// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;

/**
 * Answers the queries of one request about process sets and groups: their number, names and members. Collects each kind once.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups"
 */
final class SetAnswers implements Inquiry.Source {
	private final ServerFacts facts;
	private @Nullable Map<String, List<Proc>> processSets;
	private @Nullable Map<String, List<Proc>> groups;

	SetAnswers(ServerFacts facts) {
		this.facts = facts;
	}

	/** All releases return names as one comma-separated text, although the key for groups has another type. */
	@Override
	public List<Info> answer(String key, Infos qualifiers, QuerySubject subject) throws PmixException {
		if (key.equals(GroupAttributes.QUERY_NUM_PSETS.key())) {
			return List.of(Info.of(GroupAttributes.QUERY_NUM_PSETS, (long) processSets().size()));
		} else if (key.equals(GroupAttributes.QUERY_NUM_GROUPS.key())) {
			return List.of(Info.of(GroupAttributes.QUERY_NUM_GROUPS, (long) groups().size()));
		} else if (key.equals(GroupAttributes.QUERY_PSET_NAMES.key())) {
			return List.of(names(key, processSets()));
		} else if (key.equals(GroupAttributes.QUERY_GROUP_NAMES.key())) {
			return List.of(names(key, groups()));
		} else if (key.equals(GroupAttributes.QUERY_PSET_MEMBERSHIP.key())) {
			return members(key, processSets(), named(GroupAttributes.PSET_NAME, qualifiers));
		} else if (key.equals(GroupAttributes.QUERY_GROUP_MEMBERSHIP.key())) {
			return members(key, groups(), named(GroupAttributes.GROUP_ID, qualifiers));
		}
		return List.of();
	}

	private Map<String, List<Proc>> processSets() {
		Map<String, List<Proc>> known = processSets == null ? facts.processSets() : processSets;
		processSets = known;
		return known;
	}

	private Map<String, List<Proc>> groups() {
		Map<String, List<Proc>> known = groups == null ? facts.groups() : groups;
		groups = known;
		return known;
	}

	private static Info names(String key, Map<String, List<Proc>> sets) {
		return Info.of(key, new PmixValue.Str(String.join(",", sets.keySet())));
	}

	private static List<Info> members(String key, Map<String, List<Proc>> sets, String name) {
		return sets.containsKey(name) ? List.of(Info.of(key, DataArray.ofProcs(sets.get(name)))) : List.of();
	}

	private static String named(Attribute<String> qualifier, Infos qualifiers) throws PmixException {
		return qualifiers.get(qualifier).orElseThrow(
				() -> new PmixException(Status.ERR_BAD_PARAM, "a query for members must name the set by " + qualifier));
	}
}
