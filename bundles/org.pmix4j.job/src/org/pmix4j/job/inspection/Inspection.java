// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.inspection;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.Wait;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;

/** Writes and reads queries for a server, most of which only a PMIx4J server answers, and their answers. Stateless. */
public final class Inspection {
	/** The number of values in an answer if the query does not state one. */
	public static final int MOST = 10_000;

	private Inspection() {
	}

	/**
	 * {@return a query for what a job waits for}
	 *
	 * @param nspace of a job that runs
	 */
	public static Query waitsOf(String nspace) {
		return new Query(List.of(InspectionKeys.WAITS.key()), Infos.of(Info.of(JobAttributes.NSPACE, nspace)));
	}

	/**
	 * {@return a query for what the server keeps for a job or rank}
	 *
	 * @param proc a rank, or any other rank for its job
	 * @param most how many values to return at most
	 */
	public static Query valuesOf(Proc proc, int most) {
		return new Query(List.of(InspectionKeys.VALUES.key()),
				Infos.of(Info.of(ProcAttributes.PROCID, proc), Info.of(InspectionKeys.MOST, most)));
	}

	/**
	 * {@return the answer with these waits}
	 *
	 * @param waits of a job
	 */
	public static Info tellWaits(Stream<Wait> waits) {
		return Info.of(InspectionKeys.WAITS, DataArray.of(new Infos(waits.map(Inspection::tell).toList())));
	}

	private static Info tell(Wait wait) {
		return Info.of(InspectionKeys.WAIT, DataArray.of(Infos.of(Info.of(InspectionKeys.TEXT, wait.what()),
				Info.of(InspectionKeys.AGE, wait.age().toMillis()), Info.of(InspectionKeys.PROCS, DataArray.ofProcs(wait.procs())),
				Info.of(InspectionKeys.AWAITED, DataArray.ofProcs(wait.awaited())))));
	}

	/**
	 * {@return the waits in the answers}
	 *
	 * @param answers of a query of {@link #waitsOf}
	 * @throws PmixException with BAD_PARAM if they have another form; with NOT_FOUND if the answers contain none
	 */
	public static List<Wait> waits(Infos answers) throws PmixException {
		List<Wait> waits = new ArrayList<>();
		for (Info each : need(answers, InspectionKeys.WAITS).infos()) {
			Infos wait = InspectionKeys.WAIT.read(each.value()).infos();
			waits.add(new Wait(need(wait, InspectionKeys.TEXT), need(wait, InspectionKeys.PROCS).procs(),
					need(wait, InspectionKeys.AWAITED).procs(), Duration.ofMillis(need(wait, InspectionKeys.AGE))));
		}
		return waits;
	}

	/**
	 * {@return a query for the ranks of a job that are stopped by a signal}
	 *
	 * @param nspace of a job that runs
	 */
	public static Query stopsOf(String nspace) {
		return new Query(List.of(InspectionKeys.STOPS.key()), Infos.of(Info.of(JobAttributes.NSPACE, nspace)));
	}

	/**
	 * {@return the answer with these stops}
	 *
	 * @param ranks of a job, stopped or not
	 */
	public static Info tellStops(List<RankProcess> ranks) {
		Instant now = Instant.now();
		return Info.of(InspectionKeys.STOPS, DataArray.of(new Infos(ranks.stream().flatMap(rank -> rank.stop().stream()
				.map(stop -> Info.of(InspectionKeys.STOP, DataArray.of(Infos.of(Info.of(InspectionKeys.STOPPED, rank.proc()),
						Info.of(InspectionKeys.SIGNAL, stop.signal()),
						Info.of(InspectionKeys.AGE, Duration.between(stop.since(), now).toMillis())))))).toList())));
	}

	/**
	 * {@return the stops in the answers, by rank}
	 *
	 * @param answers of a query of {@link #stopsOf}
	 * @throws PmixException with BAD_PARAM if they have another form; with NOT_FOUND if the answers contain none
	 */
	public static Map<Proc, RankStop> stops(Infos answers) throws PmixException {
		Instant now = Instant.now();
		Map<Proc, RankStop> stops = new HashMap<>();
		for (Info each : need(answers, InspectionKeys.STOPS).infos()) {
			Infos stop = InspectionKeys.STOP.read(each.value()).infos();
			stops.put(need(stop, InspectionKeys.STOPPED),
					new RankStop(need(stop, InspectionKeys.SIGNAL), now.minusMillis(need(stop, InspectionKeys.AGE))));
		}
		return stops;
	}

	/**
	 * {@return the answer with these values}
	 *
	 * @param values of a job or rank
	 */
	public static Info tellValues(List<StoredValue> values) {
		return Info.of(InspectionKeys.VALUES, DataArray.of(new Infos(values.stream().map(Inspection::tell).toList())));
	}

	private static Info tell(StoredValue stored) {
		return Info.of(InspectionKeys.STORED, DataArray.of(Infos.of(
				Info.of(InspectionKeys.REALM, stored.realm().name().toLowerCase(Locale.ROOT)),
				Info.of(InspectionKeys.SUBJECT, stored.subject()), Info.of(stored.key(), stored.value()))));
	}

	/**
	 * {@return the values in the answers}
	 *
	 * @param answers of a query of {@link #valuesOf}
	 * @throws PmixException with BAD_PARAM if they have another form; with NOT_FOUND if the answers contain none
	 */
	public static List<StoredValue> values(Infos answers) throws PmixException {
		List<StoredValue> values = new ArrayList<>();
		for (Info each : need(answers, InspectionKeys.VALUES).infos()) {
			Infos stored = InspectionKeys.STORED.read(each.value()).infos();
			Info last = stored.list().getLast();
			values.add(new StoredValue(realm(need(stored, InspectionKeys.REALM)), need(stored, InspectionKeys.SUBJECT), last.key(), last.value()));
		}
		return values;
	}

	/** {@return a query for the namespaces of all jobs that run, which any server answers} */
	public static Query namespaces() {
		return new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()), Infos.EMPTY);
	}

	/**
	 * {@return the namespaces in the answers}
	 *
	 * @param answers of the query {@link #namespaces()}
	 * @throws PmixException with BAD_PARAM if they have another form
	 */
	public static List<String> namespaces(Infos answers) throws PmixException {
		String names = answers.get(QueryAttributes.QUERY_NAMESPACES).orElse("");
		return names.isEmpty() ? List.of() : List.of(names.split(","));
	}

	/**
	 * {@return a query for the process table of a job, which any server answers}
	 *
	 * @param nspace of a job that runs
	 */
	public static Query processesOf(String nspace) {
		return new Query(List.of(QueryAttributes.QUERY_PROC_TABLE.key()), Infos.of(Info.of(JobAttributes.NSPACE, nspace)));
	}

	/**
	 * {@return the process table in the answers, ordered by rank}
	 *
	 * @param answers of a query of {@link #processesOf}
	 * @throws PmixException with BAD_PARAM if they have another form
	 */
	public static List<ProcInfo> processes(Infos answers) throws PmixException {
		List<ProcInfo> processes = new ArrayList<>();
		Map<String, String> texts = new HashMap<>();
		for (PmixValue element : answers.get(QueryAttributes.QUERY_PROC_TABLE).map(DataArray::elements).orElse(List.of())) {
			if (element instanceof ProcInfo process) {
				processes.add(shared(process, texts));
			}
		}
		processes.sort(Comparator.comparing(ProcInfo::proc));
		return processes;
	}

	/** Returns the same process with the texts that processes before it have, too: a table is kept as long as its job. */
	private static ProcInfo shared(ProcInfo process, Map<String, String> texts) {
		return new ProcInfo(new Proc(shared(process.proc().nspace(), texts), process.proc().rank()), shared(process.hostname(), texts),
				shared(process.executable(), texts), process.pid(), process.state());
	}

	private static String shared(String text, Map<String, String> texts) {
		String known = texts.putIfAbsent(text, text);
		return known == null ? text : known;
	}

	/**
	 * {@return the namespace of the job whose end an event reports; empty if the server does not name it}
	 *
	 * @param end details of the event
	 */
	public static Optional<String> endedJob(Infos end) {
		try {
			Optional<Proc> affected = end.get(EventAttributes.EVENT_AFFECTED_PROC);
			return affected.isPresent() ? affected.map(Proc::nspace) : end.get(JobAttributes.NSPACE);
		} catch (PmixException otherType) {
			return Optional.empty();
		}
	}

	/** {@return a query for the allocations of the server} */
	public static Query allocations() {
		return new Query(List.of(InspectionKeys.ALLOCATIONS.key()), Infos.EMPTY);
	}

	/**
	 * {@return the answer with these allocations}
	 *
	 * @param allocations of the server
	 */
	public static Info tellAllocations(List<AllocationEntry> allocations) {
		return Info.of(InspectionKeys.ALLOCATIONS, DataArray.of(new Infos(allocations.stream().map(Inspection::tell).toList())));
	}

	private static Info tell(AllocationEntry entry) {
		return Info.of(InspectionKeys.ALLOCATION, DataArray.of(Infos.of(Info.of(AllocAttributes.ALLOC_ID, entry.name()),
				Info.of(AllocAttributes.ALLOC_REQ_ID, entry.request()), Info.of(QueryAttributes.QUERY_ALLOC_STATUS, entry.state()),
				Info.of(ProcAttributes.PROCID, entry.requester()), Info.of(InspectionKeys.OWNED, entry.owned()),
				Info.of(AllocAttributes.ALLOC_NUM_CPUS, entry.cpus()), Info.of(AllocAttributes.ALLOC_NODE_LIST, entry.nodes()))));
	}

	/**
	 * {@return the allocations in the answers}
	 *
	 * @param answers of the query {@link #allocations()}
	 * @throws PmixException with BAD_PARAM if they have another form; with NOT_FOUND if the answers contain none
	 */
	public static List<AllocationEntry> allocations(Infos answers) throws PmixException {
		List<AllocationEntry> allocations = new ArrayList<>();
		for (Info each : need(answers, InspectionKeys.ALLOCATIONS).infos()) {
			Infos entry = InspectionKeys.ALLOCATION.read(each.value()).infos();
			allocations.add(new AllocationEntry(need(entry, AllocAttributes.ALLOC_ID), need(entry, AllocAttributes.ALLOC_REQ_ID),
					need(entry, QueryAttributes.QUERY_ALLOC_STATUS), need(entry, ProcAttributes.PROCID), need(entry, InspectionKeys.OWNED),
					need(entry, AllocAttributes.ALLOC_NUM_CPUS), need(entry, AllocAttributes.ALLOC_NODE_LIST)));
		}
		return allocations;
	}

	private static StoredValue.Realm realm(String name) throws PmixException {
		for (StoredValue.Realm realm : StoredValue.Realm.values()) {
			if (realm.name().equalsIgnoreCase(name)) {
				return realm;
			}
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "a stored value is of the unknown realm '" + name + "'");
	}

	private static <T> T need(Infos infos, Attribute<T> attribute) throws PmixException {
		return infos.get(attribute).orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "the answer lacks " + attribute.key()));
	}
}
