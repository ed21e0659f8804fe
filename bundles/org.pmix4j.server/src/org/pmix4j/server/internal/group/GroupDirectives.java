// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.ProcAttributes;

/**
 * What those who construct a group want, taken together: one of them may ask for what the others know nothing of. Immutable.
 *
 * @param infos all directives; of those that say the same only the first
 * @see "OpenPMIx 6.1 src/server/pmix_server_group.c, aggregate_info"
 */
public record GroupDirectives(Infos infos) {
	/**
	 * @param each the directives of each participant
	 * @return all of them; additional members are joined, what the participants share is kept from each
	 * @throws PmixException BAD_PARAM if one is of the wrong type
	 */
	public static GroupDirectives merge(List<Infos> each) throws PmixException {
		Map<String, Info> once = new LinkedHashMap<>();
		List<Info> shared = new ArrayList<>();
		Set<Proc> added = new LinkedHashSet<>();
		for (Infos infos : each) {
			added.addAll(procs(infos, GroupAttributes.GROUP_ADD_MEMBERS));
			for (Info info : infos) {
				if (info.key().equals(GroupAttributes.GROUP_INFO.key()) || info.key().equals(LevelAttributes.PROC_DATA.key())) {
					shared.add(info);
				} else if (!info.key().equals(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID.key()) || isYes(infos)) {
					once.putIfAbsent(info.key(), info);
				}
			}
		}
		if (!added.isEmpty()) {
			once.put(GroupAttributes.GROUP_ADD_MEMBERS.key(),
					Info.of(GroupAttributes.GROUP_ADD_MEMBERS, DataArray.ofProcs(List.copyOf(added))));
		}
		return new GroupDirectives(new Infos(List.copyOf(once.values())).concat(shared));
	}

	private static boolean isYes(Infos infos) throws PmixException {
		return infos.isTrue(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID);
	}

	/** @return whether the group shall have a number */
	public boolean wantsContext() throws PmixException {
		return isYes(infos);
	}

	/** @throws PmixException if one of them makes no sense */
	void check() throws PmixException {
		isLocalOnly();
		wantsContext();
		isWatched();
		isOptional();
		exchangesData();
		order();
	}

	/** @return whether no other server takes part, whoever the members are */
	public boolean isLocalOnly() throws PmixException {
		return infos.isTrue(GroupAttributes.GROUP_LOCAL_ONLY);
	}

	/** @return whether a member that dies before it joins is left out, and no error */
	public boolean isOptional() throws PmixException {
		return infos.isTrue(GroupAttributes.GROUP_OPTIONAL) || infos.isTrue(GroupAttributes.GROUP_FT_COLLECTIVE);
	}

	/** @return whether members are told when one of them ends without leaving */
	public boolean isWatched() throws PmixException {
		return infos.isTrue(GroupAttributes.GROUP_NOTIFY_TERMINATION);
	}

	/** @return whether what the members have put is exchanged: unless somebody says no */
	public boolean exchangesData() throws PmixException {
		return infos.get(KeyValueAttributes.EMBED_BARRIER).orElse(Boolean.TRUE);
	}

	/** @return whether the caller is one of a number of leaders, of whom each knows only some members */
	public boolean isBootstrap() {
		return infos.contains(GroupAttributes.GROUP_BOOTSTRAP);
	}

	/** @return further members, who do not take part in the construction */
	public List<Proc> added() throws PmixException {
		return procs(infos, GroupAttributes.GROUP_ADD_MEMBERS);
	}

	/**
	 * @param procs further members, one by one
	 * @return the same directives, but for these
	 */
	public GroupDirectives withAdded(List<Proc> procs) {
		List<Info> others = infos.stream().filter(info -> !info.key().equals(GroupAttributes.GROUP_ADD_MEMBERS.key())).toList();
		return new GroupDirectives(procs.isEmpty() ? new Infos(others)
				: new Infos(others).with(GroupAttributes.GROUP_ADD_MEMBERS, DataArray.ofProcs(procs)));
	}

	/** @return the members in the order that somebody wants; empty if nobody does */
	public List<Proc> order() throws PmixException {
		return procs(infos, GroupAttributes.GROUP_FINAL_MEMBERSHIP_ORDER);
	}

	/**
	 * @param infos     some infos
	 * @param attribute of an array of processes
	 * @return its processes; none if it is not there
	 * @throws PmixException BAD_PARAM if it is something else
	 */
	public static List<Proc> procs(Infos infos, Attribute<DataArray> attribute) throws PmixException {
		return infos.value(attribute.key()).isEmpty() ? List.of() : infos.get(attribute).orElseThrow().procs();
	}

	/**
	 * What a participant shares with the group names the participant first, as clients since 6.0 have it.
	 *
	 * @param infos directives of one participant
	 * @param proc  the participant
	 * @return the same directives
	 * @throws PmixException BAD_PARAM if what it shares is no array of infos
	 */
	public static Infos signed(Infos infos, Proc proc) throws PmixException {
		if (!infos.contains(GroupAttributes.GROUP_INFO)) {
			return infos;
		}
		List<Info> all = new ArrayList<>();
		for (Info info : infos) {
			all.add(info.key().equals(GroupAttributes.GROUP_INFO.key()) ? signed(info, proc) : info);
		}
		return new Infos(all);
	}

	/** The name that a participant gives itself does not count. */
	private static Info signed(Info info, Proc proc) throws PmixException {
		List<Info> shared = new ArrayList<>(List.of(Info.of(ProcAttributes.PROCID, proc)));
		GroupAttributes.GROUP_INFO.read(info.value()).infos().stream()
				.filter(each -> !each.key().equals(ProcAttributes.PROCID.key())).forEach(shared::add);
		return Info.of(GroupAttributes.GROUP_INFO, DataArray.of(new Infos(shared)));
	}
}
