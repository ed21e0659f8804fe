// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.host.internal.scheduler.Scheduler;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.job.Node;
import org.pmix4j.job.inspection.AllocationEntry;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.job.inspection.SessionInspection;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/**
 * Answers queries about sessions, allocations, their requests, and resource blocks. Owned by {@link JobAnswers}; may be used from any
 * thread.
 *
 * @see "OpenPMIx, include/pmix_common.h, PMIX_QUERY_ALLOC_STATUS and the attributes beside it"
 */
final class SessionAnswers {
	private static final Set<String> KEYS = Stream.<Attribute<?>>of(QueryAttributes.QUERY_ALLOC_STATUS, AllocAttributes.TIME_REMAINING,
			QueryAttributes.QUERY_ALLOC_IDS, QueryAttributes.QUERY_ALLOC_PROPERTIES, QueryAttributes.QUERY_MIN_ALLOC_UNIT,
			QueryAttributes.QUERY_RES_BLOCKS, QueryAttributes.QUERY_RES_BLOCK_DEF, InspectionKeys.ALLOCATIONS, InspectionKeys.SESSIONS)
			.map(Attribute::key).collect(Collectors.toUnmodifiableSet());

	private final Supplier<Optional<Scheduler>> scheduler;

	/** Takes the scheduler, which is absent until the first request for it. */
	SessionAnswers(Supplier<Optional<Scheduler>> scheduler) {
		this.scheduler = scheduler;
	}

	static boolean isOne(String key) {
		return KEYS.contains(key);
	}

	/** Answers one key; the namespace is that of the job that the query is about. */
	Info answer(String key, Infos qualifiers, String nspace, Sessions sessions) throws PmixException {
		if (key.equals(InspectionKeys.SESSIONS.key())) {
			return SessionInspection.tell(sessions.all().stream().map(SessionRun::session).toList());
		} else if (key.equals(InspectionKeys.ALLOCATIONS.key())) {
			return Inspection.tellAllocations(Stream.concat(sessions.all().stream().flatMap(SessionAnswers::entry),
					scheduler.get().stream().flatMap(known -> known.waiting().stream())).toList());
		} else if (key.equals(QueryAttributes.QUERY_ALLOC_STATUS.key())) {
			return Info.of(QueryAttributes.QUERY_ALLOC_STATUS, status(qualifiers, sessions));
		} else if (key.equals(AllocAttributes.TIME_REMAINING.key())) {
			SessionRun session = named(qualifiers, sessions).orElseGet(() -> of(nspace, sessions));
			return Info.of(AllocAttributes.TIME_REMAINING, Scheduler.secondsLeft(session)
					.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, session.ids() + " has no time limit")));
		} else if (key.equals(QueryAttributes.QUERY_ALLOC_IDS.key())) {
			return Info.of(key, DataArray.of(new Infos(sessions.all().stream().flatMap(session -> session.ids().allocation().stream())
					.map(name -> Info.of(AllocAttributes.ALLOC_ID, name)).toList())));
		} else if (key.equals(QueryAttributes.QUERY_ALLOC_PROPERTIES.key())) {
			return Info.of(key, DataArray.of(properties(qualifiers, sessions)));
		} else if (key.equals(QueryAttributes.QUERY_MIN_ALLOC_UNIT.key())) {
			return Info.of(key, DataArray.of(Infos.of(Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L))));
		} else if (key.equals(QueryAttributes.QUERY_RES_BLOCKS.key())) {
			List<PmixValue> names = new ArrayList<>();
			scheduler.get().map(Scheduler::blocks).orElse(List.of()).forEach(name -> names.add(new PmixValue.Str(name)));
			return Info.of(key, new DataArray(DataType.STRING, names));
		}
		return Info.of(key, new DataArray(DataType.RESOURCE_UNIT, List.copyOf(block(qualifiers))));
	}

	/** Describes a session that can be released by its name. */
	private static Stream<AllocationEntry> entry(SessionRun session) {
		return session.ids().allocation().stream().flatMap(name -> session.requester().stream()
				.map(requester -> new AllocationEntry(name, session.ids().request().orElse(""), session.state().name(), requester,
						session.isOwned(), session.resources().slots(),
						session.resources().nodes().stream().map(Node::name).collect(Collectors.joining(",")))));
	}

	private List<? extends PmixValue> block(Infos qualifiers) throws PmixException {
		String name = qualifiers.get(QueryAttributes.RESOURCE_BLOCK_NAME)
				.orElseThrow(() -> missing(QueryAttributes.QUERY_RES_BLOCK_DEF, QueryAttributes.RESOURCE_BLOCK_NAME));
		Scheduler known = scheduler.get()
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "resource block: '" + name + "' is not defined"));
		return known.units(name);
	}

	/** Returns WAITING for a request in line, and the state of the session for one that was granted. */
	private String status(Infos qualifiers, Sessions sessions) throws PmixException {
		Optional<String> allocation = qualifiers.get(AllocAttributes.ALLOC_ID);
		Optional<String> request = qualifiers.get(AllocAttributes.ALLOC_REQ_ID);
		if (allocation.isEmpty() && request.isEmpty()) {
			throw missing(QueryAttributes.QUERY_ALLOC_STATUS, AllocAttributes.ALLOC_REQ_ID);
		}
		if (scheduler.get().filter(known -> known.isWaiting(allocation, request)).isPresent()) {
			return AllocationEntry.WAITING;
		}
		return named(qualifiers, sessions).map(session -> session.state().name())
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "there is no such allocation"));
	}

	private static Infos properties(Infos qualifiers, Sessions sessions) throws PmixException {
		SessionRun session = named(qualifiers, sessions)
				.orElseThrow(() -> missing(QueryAttributes.QUERY_ALLOC_PROPERTIES, AllocAttributes.ALLOC_ID));
		Infos all = Scheduler.properties(session);
		Optional<String> wanted = qualifiers.get(AllocAttributes.ALLOC_PROPERTY);
		if (wanted.isEmpty()) {
			return all;
		}
		List<Info> found = all.stream().filter(info -> info.key().equals(wanted.get())
				|| KnownAttributes.byKey(info.key()).stream().anyMatch(attribute -> attribute.name().equals(wanted.get()))).toList();
		if (found.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, "an allocation has no property " + wanted.get());
		}
		return new Infos(found);
	}

	/**
	 * Returns the session that qualifiers name; empty if they name none.
	 *
	 * @throws PmixException NOT_FOUND if there is no such session
	 */
	static Optional<SessionRun> named(Infos qualifiers, Sessions sessions) throws PmixException {
		Optional<String> allocation = qualifiers.get(AllocAttributes.ALLOC_ID);
		Optional<String> request = qualifiers.get(AllocAttributes.ALLOC_REQ_ID);
		Optional<Integer> number = qualifiers.get(SessionAttributes.SESSION_ID);
		if (allocation.isEmpty() && request.isEmpty() && number.isEmpty()) {
			return Optional.empty();
		}
		Optional<SessionRun> found = allocation.isPresent() ? sessions.findAllocation(allocation.get())
				: request.isPresent() ? sessions.findRequest(request.get()) : sessions.find(number.orElse(0));
		if (found.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, "there is no such allocation");
		}
		return found;
	}

	/** Returns the session in which a job runs; the default session for a tool. */
	static SessionRun of(String nspace, Sessions sessions) {
		return sessions.all().stream().filter(session -> session.members().stream().anyMatch(job -> job.nspace().equals(nspace))).findFirst()
				.orElseGet(sessions::main);
	}

	private static PmixException missing(Attribute<?> key, Attribute<?> qualifier) {
		return new PmixException(Status.ERR_BAD_PARAM, key.name() + " needs the qualifier " + qualifier.name());
	}
}
