// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.event;

import java.util.List;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;

/**
 * An event, with what its infos say about who should get it.
 *
 * @param code       what happened
 * @param source     who raised it
 * @param range      who was to hear of it
 * @param infos      about it
 * @param targets    who is to hear of it, and nobody else; empty for all in the range
 * @param affected   whom it is about; empty if it does not say
 * @param nonDefault not for default handlers
 * @param cacheable  whether handlers that are registered later may get it
 */
record EventFacts(Status code, Proc source, DataRange range, Infos infos, List<Proc> targets, List<Proc> affected, boolean nonDefault,
		boolean cacheable) {
	/** @throws PmixException {@code ERR_BAD_PARAM} if an info is of the wrong type */
	static EventFacts of(Status code, Proc source, DataRange range, Infos infos) throws PmixException {
		List<Proc> affected = procs(infos, EventAttributes.EVENT_AFFECTED_PROC);
		return new EventFacts(code, source, range, infos, procs(infos, EventAttributes.EVENT_CUSTOM_RANGE),
				affected.isEmpty() ? procs(infos, EventAttributes.EVENT_AFFECTED_PROCS) : affected,
				infos.isTrue(EventAttributes.EVENT_NON_DEFAULT), !infos.isTrue(EventAttributes.EVENT_DO_NOT_CACHE));
	}

	/** C programs give one process or an array of them under either key. */
	static List<Proc> procs(Infos infos, Attribute<?> attribute) throws PmixException {
		PmixValue value = infos.value(attribute.key()).orElse(PmixValue.Undef.INSTANCE);
		return switch (value) {
			case PmixValue.Undef none -> List.of();
			case Proc one -> List.of(one);
			case DataArray several -> several.procs();
			default -> throw new PmixException(Status.ERR_BAD_PARAM,
					"attribute " + attribute + " must be a process or an array of them, but is " + value.type());
		};
	}

	boolean isFor(Proc self) {
		return targets.isEmpty() || targets.stream().anyMatch(target -> target.covers(self));
	}

	/** A namespace without a name stands for all. */
	boolean affects(List<Proc> interesting) {
		return interesting.isEmpty() || affected.isEmpty()
				|| affected.stream().anyMatch(one -> interesting.stream().anyMatch(other -> overlap(one, other)));
	}

	private static boolean overlap(Proc one, Proc other) {
		return one.nspace().isEmpty() || other.nspace().isEmpty() || one.covers(other) || other.covers(one);
	}
}
