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
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.ProcAttributes;

/**
 * The directives of a group construction, merged from all participants, which may give different ones. Immutable.
 *
 * @param infos all directives; of those with the same key only the first
 * @see "OpenPMIx 6.1 src/server/pmix_server_group.c, aggregate_info"
 */
public record GroupDirectives(Infos infos) {
	/**
	 * @param each the directives of each participant
	 * @return all of them; added members are joined, and group infos are kept from each participant
	 * @throws PmixException BAD_PARAM if one is of the wrong type
	 */
	public static GroupDirectives merge(List<Infos> each) throws PmixException {
		Map<String, Info> once = new LinkedHashMap<>();
		List<Info> shared = new ArrayList<>();
		Set<Proc> added = new LinkedHashSet<>();
		for (Infos infos : each) {
			added.addAll(procs(infos, GroupAttributes.GROUP_ADD_MEMBERS));
			boolean wantsContext = isYes(infos);
			for (Info info : infos) {
				if (info.key().equals(GroupAttributes.GROUP_INFO.key()) || info.key().equals(LevelAttributes.PROC_DATA.key())) {
					shared.add(info);
				} else if (!info.key().equals(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID.key()) || wantsContext) {
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

	/** @return whether the group needs a context id */
	public boolean wantsContext() throws PmixException {
		return isYes(infos);
	}

	/** @throws PmixException BAD_PARAM if a directive has the wrong type */
	void check() throws PmixException {
		isLocalOnly();
		wantsContext();
		isWatched();
		isOptional();
		exchangesData();
		order();
	}

	/** @return whether no other server takes part, whatever the members are */
	public boolean isLocalOnly() throws PmixException {
		return infos.isTrue(GroupAttributes.GROUP_LOCAL_ONLY);
	}

	/** @return whether a member that dies before it joins is left out instead of an error */
	public boolean isOptional() throws PmixException {
		return infos.isTrue(GroupAttributes.GROUP_OPTIONAL) || infos.isTrue(GroupAttributes.GROUP_FT_COLLECTIVE);
	}

	/** @return whether members are notified when one of them ends without leaving */
	public boolean isWatched() throws PmixException {
		return infos.isTrue(GroupAttributes.GROUP_NOTIFY_TERMINATION);
	}

	/** @return whether the data of the members are exchanged, which is the default */
	public boolean exchangesData() throws PmixException {
		return infos.get(KeyValueAttributes.EMBED_BARRIER).orElse(Boolean.TRUE);
	}

	/** @return whether the caller is one of several leaders, each of which knows only some members */
	public boolean isBootstrap() {
		return infos.contains(GroupAttributes.GROUP_BOOTSTRAP);
	}

	/** @return further members that do not take part in the construction */
	public List<Proc> added() throws PmixException {
		return procs(infos, GroupAttributes.GROUP_ADD_MEMBERS);
	}

	/**
	 * @param procs further members, one by one
	 * @return the same directives with these members instead
	 */
	public GroupDirectives withAdded(List<Proc> procs) {
		List<Info> others = infos.stream().filter(info -> !info.key().equals(GroupAttributes.GROUP_ADD_MEMBERS.key())).toList();
		return new GroupDirectives(procs.isEmpty() ? new Infos(others)
				: new Infos(others).with(GroupAttributes.GROUP_ADD_MEMBERS, DataArray.ofProcs(procs)));
	}

	/** @return the requested order of the members; empty if none is requested */
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
	 * Puts the name of a participant first in the infos that it shares with the group, as clients since 6.0 expect.
	 *
	 * @param infos directives of one participant
	 * @param proc  the participant
	 * @return the same directives
	 * @throws PmixException TYPE_MISMATCH if the shared infos are not an array of infos, as a server of release 7.0 answers
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

	/** Replaces the name that the participant has given itself. */
	private static Info signed(Info info, Proc proc) throws PmixException {
		if (!(info.value() instanceof DataArray array) || !array.elementType().equals(DataType.INFO)) {
			throw new PmixException(Status.ERR_TYPE_MISMATCH, GroupAttributes.GROUP_INFO.name() + " must be an array of infos");
		}
		List<Info> shared = new ArrayList<>(List.of(Info.of(ProcAttributes.PROCID, proc)));
		array.infos().stream()
				.filter(each -> !each.key().equals(ProcAttributes.PROCID.key())).forEach(shared::add);
		return Info.of(GroupAttributes.GROUP_INFO, DataArray.of(new Infos(shared)));
	}
}
