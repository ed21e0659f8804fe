// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;

/**
 * Values that one participant shares with its group. They hold for this group only, so each is qualified by the context id. Immutable.
 *
 * @param proc   the participant
 * @param values the values
 * @see "OpenPMIx 6.1 src/server/pmix_server_group.c, pmix_server_process_grpinfo"
 */
public record GroupInfo(Proc proc, Infos values) {
	/**
	 * @param infos directives of all participants, each signed, or infos from the host about the group
	 * @return the shared values of each participant
	 * @throws PmixException BAD_PARAM if they are malformed
	 */
	public static List<GroupInfo> of(Infos infos) throws PmixException {
		List<GroupInfo> all = new ArrayList<>();
		for (Info info : infos) {
			if (info.key().equals(GroupAttributes.GROUP_INFO.key())) {
				all.add(of(GroupAttributes.GROUP_INFO.read(info.value())));
			} else if (info.key().equals(GroupAttributes.GROUP_INFO_ARRAY.key())) {
				for (Info one : GroupAttributes.GROUP_INFO_ARRAY.read(info.value()).infos()) {
					all.add(of(GroupAttributes.GROUP_INFO.read(one.value())));
				}
			}
		}
		return all;
	}

	private static GroupInfo of(DataArray array) throws PmixException {
		Infos infos = array.infos();
		Optional<Proc> proc = infos.get(ProcAttributes.PROCID);
		if (proc.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the infos that a member shares with its group do not name the member");
		}
		return new GroupInfo(proc.get(), infos.without(Set.of(ProcAttributes.PROCID.key())));
	}

	/** @return the values in the form in which they are sent */
	public Info toInfo() {
		return Info.of(GroupAttributes.GROUP_INFO, DataArray.of(Infos.of(Info.of(ProcAttributes.PROCID, proc)).concat(values.list())));
	}

	/**
	 * @param contextId of the group
	 * @return the values in the form in which they are stored, each qualified by the context id
	 */
	public List<Kval> qualified(long contextId) {
		Info qualifier = new Info(GroupAttributes.GROUP_CONTEXT_ID.key(), new PmixValue.Size(contextId), InfoDirectives.QUALIFIER);
		return values.stream().map(value -> new Kval(KeyValueAttributes.QUALIFIED_VALUE.key(), DataArray.of(Infos.of(value, qualifier))))
				.toList();
	}
}
