// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.event;

import java.util.List;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;

/**
 * An event, with the instructions in its infos about its receivers. Immutable.
 *
 * @param code       the event
 * @param source     the process that raised it
 * @param range      the receivers
 * @param infos      details
 * @param targets    the only receivers; empty for all in the range
 * @param affected   the affected processes; empty if unknown
 * @param nonDefault whether default handlers are left out
 * @param cacheable  whether handlers that are registered later may receive it
 * @see "PMIx Standard, chapter Event Notification"
 */
public record EventFacts(Status code, Proc source, DataRange range, Infos infos, ProcSet targets, ProcSet affected,
		boolean nonDefault, boolean cacheable) {
	/**
	 * Reads the infos of an event.
	 *
	 * @param code   the event
	 * @param source the process that raised it
	 * @param range  the receivers
	 * @param infos  details
	 * @return the event
	 * @throws PmixException {@code ERR_BAD_PARAM} if an info is of the wrong type
	 */
	public static EventFacts of(Status code, Proc source, DataRange range, Infos infos) throws PmixException {
		return new EventFacts(code, source, range, infos, ProcSet.of(procs(infos, EventAttributes.EVENT_CUSTOM_RANGE)),
				ProcSet.of(affected(infos)),
				infos.isTrue(EventAttributes.EVENT_NON_DEFAULT), !infos.isTrue(EventAttributes.EVENT_DO_NOT_CACHE));
	}

	/**
	 * Reads the processes that an event or a registration is about.
	 *
	 * @param infos of the event or the registration
	 * @return the processes; empty if the infos do not name any
	 * @throws PmixException {@code ERR_BAD_PARAM} if the info is of the wrong type
	 */
	public static List<Proc> affected(Infos infos) throws PmixException {
		List<Proc> affected = procs(infos, EventAttributes.EVENT_AFFECTED_PROC);
		return affected.isEmpty() ? procs(infos, EventAttributes.EVENT_AFFECTED_PROCS) : affected;
	}

	/**
	 * Reads processes. C programs pass one process or an array of them under the same key.
	 *
	 * @param infos     of an event
	 * @param attribute the key
	 * @return the processes; none if the key is not there
	 * @throws PmixException {@code ERR_BAD_PARAM} if the info is of the wrong type
	 */
	public static List<Proc> procs(Infos infos, Attribute<?> attribute) throws PmixException {
		PmixValue value = infos.value(attribute.key()).orElse(PmixValue.Undef.INSTANCE);
		if (value instanceof PmixValue.Undef) {
			return List.of();
		}
		if (value instanceof Proc one) {
			return List.of(one);
		}
		if (value instanceof DataArray several) {
			return several.procs();
		}
		throw new PmixException(Status.ERR_BAD_PARAM,
				"attribute " + attribute + " must be a process or an array of them, but is " + value.type());
	}

	/**
	 * @param proc a process
	 * @return whether the event names no targets, or this process among them
	 */
	public boolean targets(Proc proc) {
		return targets.isEmpty() || targets.overlaps(proc);
	}

	/**
	 * @param wanted the processes that a handler is interested in; none for all
	 * @return whether the event affects one of them, or does not name the affected processes
	 */
	public boolean concerns(ProcSet wanted) {
		return wanted.isEmpty() || affected.isEmpty() || affected.overlaps(wanted);
	}
}
