// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.server.internal.peer.SharedMessage;
import org.pmix4j.wire.internal.event.EventFacts;
import org.pmix4j.wire.internal.message.Delivery;

/**
 * An event with its routing. Immutable.
 *
 * @param facts     the event itself
 * @param echoes    whether the source receives it, too, because it did not raise the event itself
 * @param requester the process that has requested the event, whose default handlers always receive it; empty for none
 * @see "PMIx Standard, chapter Event Notification"
 */
public record RoutedEvent(EventFacts facts, boolean echoes, Optional<Proc> requester) {
	private static final Set<String> NON_DEFAULT = Set.of(EventAttributes.EVENT_NON_DEFAULT.key());
	private static final Set<String> REQUESTER = Set.of(IdentityAttributes.REQUESTOR.key());

	/**
	 * @throws PmixException BAD_PARAM if the range is unknown, there are targets and the range is not CUSTOM, or an info is of the wrong type
	 */
	public static RoutedEvent of(Status code, Proc source, DataRange range, Infos infos) throws PmixException {
		if (range.equals(DataRange.INVALID) || range.constantName().isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "an event cannot be sent to the unknown range " + range);
		}
		EventFacts facts = EventFacts.of(code, source, range, infos);
		if (!facts.targets().isEmpty() && !range.equals(DataRange.CUSTOM)) {
			throw new PmixException(Status.ERR_BAD_PARAM, "an event with targets must have the range CUSTOM, not " + range);
		}
		return new RoutedEvent(facts, false, Optional.empty());
	}

	/**
	 * As {@link #of}, for an event of the host, which may name the process that has requested it as PMIX_REQUESTOR; the receivers do not see
	 * that.
	 */
	public static RoutedEvent ofHost(Status code, Proc source, DataRange range, Infos infos) throws PmixException {
		return new RoutedEvent(of(code, source, range, infos.without(REQUESTER)).facts, false, infos.get(IdentityAttributes.REQUESTOR));
	}

	/** @return what happened */
	public Status code() {
		return facts.code();
	}

	/** @return the process that raised it */
	public Proc source() {
		return facts.source();
	}

	/** @return which processes it is for */
	public DataRange range() {
		return facts.range();
	}

	/** @return details */
	public Infos infos() {
		return facts.infos();
	}

	/** @return the only receivers; empty for all in the range */
	public ProcSet targets() {
		return facts.targets();
	}

	/** @return whether the default handlers of the process are left out */
	boolean nonDefault(Proc proc) {
		return facts.nonDefault() && !isFromRequest(proc);
	}

	private boolean isFromRequest(Proc proc) {
		return requester.isPresent() && requester.get().equals(proc);
	}

	/** @return whether processes that register later receive it, too */
	public boolean kept() {
		return facts.cacheable() && goesToProcesses(facts.range());
	}

	/** @return the message to the receivers */
	SharedMessage message() {
		return message(infos());
	}

	private SharedMessage message(Infos infos) {
		return SharedMessage.of(new Delivery.EventDelivery(code(), source(), range(), infos));
	}

	/** @return the message to one receiver, shared by all except the process that requested the event */
	SharedMessage message(Proc receiver, SharedMessage toOthers) {
		return isFromRequest(receiver) ? message(infos().without(NON_DEFAULT)) : toOthers;
	}

	/** @return the same event, but for the source as well, in whose name it was raised */
	public RoutedEvent withEcho() {
		return new RoutedEvent(facts, true, requester);
	}

	private static boolean goesToProcesses(DataRange range) {
		return !range.equals(DataRange.RM) && !range.equals(DataRange.PROC_LOCAL) && !range.equals(DataRange.INVALID);
	}

	/**
	 * @param proc a process; the source usually calls its own handlers itself
	 * @param own  namespace of this server, whose events with range NAMESPACE go to every namespace
	 * @return whether the event goes to the process
	 */
	boolean reaches(Proc proc, String own) {
		if (!goesToProcesses(range()) || !echoes && proc.equals(source())) {
			return false;
		}
		if (!targets().isEmpty()) {
			return facts.targets(proc);
		}
		return !range().equals(DataRange.NAMESPACE) || source().nspace().equals(proc.nspace()) || source().nspace().equals(own);
	}

	/** @return whether the event matches a registration for these affected processes; empty for any */
	boolean concerns(ProcSet wanted) {
		return facts.concerns(wanted);
	}

	/** @return whether it goes to processes of this namespace only */
	boolean isOnlyFor(String nspace) {
		return targets().nspaces().equals(Set.of(nspace));
	}
}
