// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.group;

import java.util.List;

import org.pmix4j.client.PmixEvent;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.wire.internal.event.EventFacts;

/** Makes and reads the events by which processes invite, accept and decline. Stateless. */
final class GroupEvents {
	private GroupEvents() {
	}

	/**
	 * Returns the infos of an event about a group for certain processes. Default handlers do not receive it. A single receiver is not
	 * sent as an array, as in the C library.
	 */
	static Infos infos(String group, List<Proc> receivers) {
		return infos(group, receivers.size() == 1 ? receivers.getFirst() : DataArray.ofProcs(receivers));
	}

	/** Returns the infos of an invitation, which the C library addresses to an array also for a single receiver. */
	static Infos invitation(String group, List<Proc> invited) {
		return infos(group, DataArray.ofProcs(invited));
	}

	private static Infos infos(String group, PmixValue range) {
		return Infos.of(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), range),
				Info.of(EventAttributes.EVENT_NON_DEFAULT, true), Info.of(GroupAttributes.GROUP_ID, group));
	}

	/** Returns whether an event is about a group. The C library does not name the group when it accepts or declines. */
	static boolean isAbout(String group, PmixEvent event) {
		try {
			return event.infos().get(GroupAttributes.GROUP_ID).orElse(group).equals(group);
		} catch (PmixException otherType) {
			return false;
		}
	}

	/** Returns the processes that an event is about; its source if it names none. */
	static List<Proc> affected(PmixEvent event) {
		try {
			List<Proc> affected = EventFacts.affected(event.infos());
			return affected.isEmpty() ? List.of(event.source()) : affected;
		} catch (PmixException otherType) {
			return List.of(event.source());
		}
	}
}
