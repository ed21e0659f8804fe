// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;

/**
 * Something that happened, and who shall hear of it.
 *
 * @param code       what happened
 * @param source     who raised it
 * @param range      how far it goes
 * @param infos      about it
 * @param targets    who alone shall hear of it; empty for all in the range
 * @param affected   whom it befell; empty for nobody in particular
 * @param nonDefault whether default handlers are spared
 * @param kept       whether those who ask later shall hear of it, too
 * @param echoes     whether the source hears of it, too, which has not raised it itself
 * @see "PMIx Standard, chapter Event Notification"
 */
public record RoutedEvent(Status code, Proc source, DataRange range, Infos infos, List<Proc> targets, List<Proc> affected,
		boolean nonDefault, boolean kept, boolean echoes) {
	/**
	 * @throws PmixException BAD_PARAM if there are targets and the range is not CUSTOM, or an info is of the wrong type
	 */
	public static RoutedEvent of(Status code, Proc source, DataRange range, Infos infos) throws PmixException {
		List<Proc> targets = procs(infos, EventAttributes.EVENT_CUSTOM_RANGE.key());
		if (!targets.isEmpty() && !range.equals(DataRange.CUSTOM)) {
			throw new PmixException(Status.ERR_BAD_PARAM, "an event with targets must have the range CUSTOM, not " + range);
		}
		boolean kept = !infos.isTrue(EventAttributes.EVENT_DO_NOT_CACHE) && goesToProcesses(range);
		return new RoutedEvent(code, source, range, infos, targets, affected(infos), infos.isTrue(EventAttributes.EVENT_NON_DEFAULT), kept,
				false);
	}

	/** @return the same for the source as well: it was raised in its name, so it does not know of it */
	public RoutedEvent toldToItsSource() {
		return new RoutedEvent(code, source, range, infos, targets, affected, nonDefault, kept, true);
	}

	/** @return the processes that a registration or an event is about */
	static List<Proc> affected(Infos infos) throws PmixException {
		Optional<Proc> one = infos.get(EventAttributes.EVENT_AFFECTED_PROC);
		return one.isPresent() ? List.of(one.get()) : procs(infos, EventAttributes.EVENT_AFFECTED_PROCS.key());
	}

	/** The C library takes one process or an array of them. */
	public static List<Proc> procs(Infos infos, String key) throws PmixException {
		Optional<PmixValue> value = infos.value(key);
		if (value.isEmpty()) {
			return List.of();
		}
		return switch (value.get()) {
			case Proc proc -> List.of(proc);
			case DataArray array -> array.procs();
			default -> throw new PmixException(Status.ERR_BAD_PARAM, key + " must be processes, not " + value.get().type());
		};
	}

	private static boolean goesToProcesses(DataRange range) {
		return !range.equals(DataRange.RM) && !range.equals(DataRange.PROC_LOCAL) && !range.equals(DataRange.INVALID);
	}

	/**
	 * @param proc a process; the source has told itself, as a rule
	 * @param own  namespace of this server, whose word counts for every namespace
	 * @return whether that process is meant at all
	 */
	boolean reaches(Proc proc, String own) {
		if (!goesToProcesses(range) || !echoes && proc.equals(source)) {
			return false;
		}
		if (!targets.isEmpty()) {
			return targets.stream().anyMatch(target -> overlap(target, proc));
		}
		return !range.equals(DataRange.NAMESPACE) || source.nspace().equals(proc.nspace()) || source.nspace().equals(own);
	}

	/** @return whether one who asked for events about these wants this one */
	boolean concerns(List<Proc> wanted) {
		return wanted.isEmpty() || affected.isEmpty() || wanted.stream().anyMatch(w -> affected.stream().anyMatch(a -> overlap(w, a)));
	}

	/** @return whether it goes to processes of that namespace and no other */
	boolean isOnlyFor(String nspace) {
		return !targets.isEmpty() && targets.stream().allMatch(target -> target.nspace().equals(nspace));
	}

	private static boolean overlap(Proc one, Proc other) {
		return one.nspace().isEmpty() || other.nspace().isEmpty() || one.covers(other) || other.covers(one);
	}
}
