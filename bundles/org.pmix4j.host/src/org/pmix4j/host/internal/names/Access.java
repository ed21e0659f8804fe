// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.PublishAttributes;

/**
 * The readers that a publisher allows: some users and groups, or else only its own user; and with a custom range, only the processes in
 * it. A malformed rule is refused, as without it the data would be open to others. Immutable.
 *
 * @param users  user ids; empty for no rule
 * @param groups group ids; empty for no rule
 * @param procs  processes of a custom range
 * @see "PMIx Standard, chapter Publish/Lookup Operations, Access permissions"
 */
record Access(Set<Integer> users, Set<Integer> groups, ProcSet procs) {
	/**
	 * @throws PmixException BAD_PARAM if a rule is malformed
	 */
	static Access of(Infos directives) throws PmixException {
		List<Info> rules = new ArrayList<>(directives.list());
		for (Info info : directives) {
			if (info.key().equals(PublishAttributes.ACCESS_PERMISSIONS.key())) {
				rules.addAll(permissions(info).list());
			}
		}
		Infos all = new Infos(rules);
		return new Access(ids(all, PublishAttributes.ACCESS_USERIDS), ids(all, PublishAttributes.ACCESS_GRPIDS), procs(all));
	}

	private static Infos permissions(Info info) throws PmixException {
		Infos permissions = PublishAttributes.ACCESS_PERMISSIONS.read(info.value()).infos();
		for (Info each : permissions) {
			if (!each.key().equals(PublishAttributes.ACCESS_USERIDS.key()) && !each.key().equals(PublishAttributes.ACCESS_GRPIDS.key())) {
				throw new PmixException(Status.ERR_BAD_PARAM, "access permission " + each.key() + " is not known");
			}
		}
		return permissions;
	}

	/** Reads one id or an array of them. */
	private static Set<Integer> ids(Infos rules, Attribute<?> attribute) throws PmixException {
		Set<Integer> ids = new HashSet<>();
		for (Info info : rules) {
			if (info.key().equals(attribute.key())) {
				List<PmixValue> values = info.value() instanceof DataArray array ? array.elements() : List.of(info.value());
				for (PmixValue value : values) {
					ids.add(id(attribute, value));
				}
				if (values.isEmpty()) {
					throw new PmixException(Status.ERR_BAD_PARAM, attribute + " is an empty list");
				}
			}
		}
		return ids;
	}

	private static int id(Attribute<?> attribute, PmixValue value) throws PmixException {
		OptionalLong number = ValueType.asNumber(value);
		if (number.isEmpty() || number.getAsLong() >>> Integer.SIZE != 0) {
			throw new PmixException(Status.ERR_BAD_PARAM, attribute + " holds a value of type " + value.type() + " that is not an id");
		}
		return (int) number.getAsLong();
	}

	private static ProcSet procs(Infos directives) throws PmixException {
		PmixValue value = directives.value(EventAttributes.EVENT_CUSTOM_RANGE.key()).orElse(new DataArray(DataType.PROC, List.of()));
		if (value instanceof Proc proc) {
			return ProcSet.of(List.of(proc));
		}
		if (value instanceof DataArray array) {
			return ProcSet.of(array.procs());
		}
		throw new PmixException(Status.ERR_BAD_PARAM, EventAttributes.EVENT_CUSTOM_RANGE + " must hold processes, not " + value.type());
	}

	/** Returns whether a custom range names its processes. */
	boolean namesSomebody() {
		return !users.isEmpty() || !groups.isEmpty() || !procs.isEmpty();
	}

	/** Returns whether the reader's user and group are allowed. */
	boolean permits(Party publisher, Party reader) {
		if (users.isEmpty() && groups.isEmpty()) {
			return publisher.uid() == reader.uid();
		}
		return (users.isEmpty() || users.contains(reader.uid())) && (groups.isEmpty() || groups.contains(reader.gid()));
	}

	/** Returns whether the reader is in the custom range. */
	boolean names(Party reader) {
		return procs.isEmpty() || procs.covers(reader.proc());
	}
}
