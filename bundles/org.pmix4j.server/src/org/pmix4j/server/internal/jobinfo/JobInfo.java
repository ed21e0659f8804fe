// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.codec.RankList;

/**
 * Data of a job by subject: session, job, applications, nodes, ranks. Created by {@link JobInfoReader}, completed by {@link
 * JobInfoDeriver}, encoded for peers by its {@link #layout}. Unchanged once complete.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting"
 */
public final class JobInfo {
	/** All maps keep the order of registration. */
	private final Map<String, PmixValue> session = new LinkedHashMap<>();
	private final Map<String, PmixValue> job = new LinkedHashMap<>();
	private final Map<Integer, Map<String, PmixValue>> apps = new TreeMap<>();
	private final NodeTable nodes = new NodeTable();
	/** Registered data of ranks; replaced by a view of all data of all ranks. */
	private Map<Integer, Map<String, PmixValue>> ranks = new TreeMap<>(Integer::compareUnsigned);
	/** Ranks that stop for a debugger. */
	private final StopPoints stops = new StopPoints();
	/** Values with qualifiers by rank; those of the job by WILDCARD. */
	final Map<Integer, List<PmixValue>> qualified = new TreeMap<>(Integer::compareUnsigned);
	/** Empty if not registered. */
	List<String> nodeMap = List.of();
	/** Ranks on each node of the node map. */
	List<RankList> procMap = List.of();
	/** Name of the server's own node. */
	private final String hostname;
	private final JobInfoLayout layout = new JobInfoLayout(this);

	JobInfo(String hostname) {
		this.hostname = hostname;
	}

	/** @return the encoder for peers */
	public JobInfoLayout layout() {
		return layout;
	}

	/** @return ranks that stop for a debugger */
	public StopPoints stops() {
		return stops;
	}

	/** @return data of the session */
	public Map<String, PmixValue> session() {
		return session;
	}

	/** @return data of the job itself */
	public Map<String, PmixValue> job() {
		return job;
	}

	/** @return data of each node, by host name */
	public Map<String, Map<String, PmixValue>> nodes() {
		return nodes.all();
	}

	/** @return the same, to find and change them */
	NodeTable nodeTable() {
		return nodes;
	}

	/** @return name of the server's own node */
	public String hostname() {
		return hostname;
	}

	/** @return data of each application, by number */
	public Map<Integer, Map<String, PmixValue>> apps() {
		return apps;
	}

	/** @return data of each rank */
	public Map<Integer, Map<String, PmixValue>> ranks() {
		return ranks;
	}

	/**
	 * @param id number of a node
	 * @return data of the node; empty if it is unknown
	 */
	public Optional<Map<String, PmixValue>> node(int id) {
		return nodes.withId(id).map(nodes.all()::get);
	}

	/** Returns the data of an application. */
	Map<String, PmixValue> app(Integer number) {
		return apps.computeIfAbsent(number, n -> {
			Map<String, PmixValue> app = new LinkedHashMap<>();
			app.put(AppAttributes.APPNUM.key(), AppAttributes.APPNUM.type().toValue(n));
			return app;
		});
	}

	/** Returns the changeable data of a rank. */
	Map<String, PmixValue> rank(Integer number) {
		return ranks.computeIfAbsent(number, n -> new LinkedHashMap<>());
	}

	/** Replaces the data of the ranks. */
	void setRanks(Map<Integer, Map<String, PmixValue>> all) {
		ranks = all;
	}

	/** @return the described ranks of each application that has a set name */
	public Map<Integer, List<Proc>> namedMembers(String nspace) {
		Map<Integer, List<Proc>> named = new TreeMap<>();
		Map<PmixValue, List<Proc>> byNumber = new HashMap<>();
		apps.forEach((number, app) -> {
			if (app.containsKey(GroupAttributes.PSET_NAME.key())) {
				byNumber.put(AppAttributes.APPNUM.type().toValue(number), named.computeIfAbsent(number, n -> new ArrayList<>()));
			}
		});
		if (!named.isEmpty()) {
			ranks.forEach((rank, values) -> {
				PmixValue number = values.get(AppAttributes.APPNUM.key());
				if (number != null && byNumber.containsKey(number)) {
					byNumber.get(number).add(Proc.of(nspace, rank));
				}
			});
		}
		named.values().removeIf(List::isEmpty);
		return named;
	}

	/** @return the earlier data merged with newer data, which takes precedence; shares the data of subjects that only one of them has */
	public JobInfo with(JobInfo now) {
		JobInfo both = new JobInfo(hostname);
		for (JobInfo each : List.of(this, now)) {
			both.session.putAll(each.session);
			both.job.putAll(each.job);
			each.apps.forEach((number, values) -> both.app(number).putAll(values));
			both.nodes.addAll(each.nodes);
			both.ranks = merged(both.ranks, each.ranks);
			both.qualified.putAll(each.qualified);
			both.stops.addAll(each.stops);
			both.nodeMap = each.nodeMap.isEmpty() ? both.nodeMap : each.nodeMap;
			both.procMap = each.procMap.isEmpty() ? both.procMap : each.procMap;
		}
		return both;
	}

	private static Map<Integer, Map<String, PmixValue>> merged(Map<Integer, Map<String, PmixValue>> before,
			Map<Integer, Map<String, PmixValue>> now) {
		if (before.isEmpty() || now.isEmpty()) {
			return now.isEmpty() ? before : now;
		}
		Map<Integer, Map<String, PmixValue>> both = new TreeMap<>(Integer::compareUnsigned);
		before.forEach((rank, values) -> both.put(rank, new LinkedHashMap<>(values)));
		now.forEach((rank, values) -> both.computeIfAbsent(rank, n -> new LinkedHashMap<>()).putAll(values));
		return both;
	}

	/** @return number of processes; 0 if unknown */
	public int size() {
		PmixValue value = job.get(JobAttributes.JOB_SIZE.key());
		return value == null ? 0 : ValueType.UINT32.fromValue(value).orElse(0);
	}

	/** @return ranks with any data, in ascending order */
	Set<Integer> describedRanks() {
		if (qualified.isEmpty()) {
			return ranks.keySet();
		}
		Set<Integer> described = new TreeSet<>(Integer::compareUnsigned);
		described.addAll(ranks.keySet());
		qualified.keySet().stream().filter(rank -> Rank.of(rank).isProcess()).forEach(described::add);
		return described;
	}

	/** @return data of the job or of a rank, including values with qualifiers */
	public List<Kval> kvals(Rank rank) {
		List<Kval> kvals = new ArrayList<>();
		(rank.isProcess() ? ofRank(rank) : job).forEach((key, value) -> kvals.add(new Kval(key, value)));
		for (PmixValue value : qualified.getOrDefault(rank.value(), List.of())) {
			kvals.add(new Kval(KeyValueAttributes.QUALIFIED_VALUE.key(), value));
		}
		return kvals;
	}

	/**
	 * @param rank a process, or any other rank for the job
	 * @param key  the requested key
	 * @return all data of the process if it has the key; otherwise the key alone, from the job, its session, its only application or this
	 *         node; empty if the key is unknown
	 */
	public List<Kval> find(Rank rank, String key) {
		if (rank.isProcess()) {
			return ofRank(rank).containsKey(key) || isQualified(rank, key) ? kvals(rank) : List.of();
		}
		List<Kval> kvals = new ArrayList<>();
		find(key).ifPresent(value -> kvals.add(new Kval(key, value)));
		for (PmixValue value : qualified.getOrDefault(Rank.WILDCARD.value(), List.of())) {
			if (isOf(key, value)) {
				kvals.add(new Kval(KeyValueAttributes.QUALIFIED_VALUE.key(), value));
			}
		}
		return kvals;
	}

	private boolean isQualified(Rank rank, String key) {
		return qualified.getOrDefault(rank.value(), List.of()).stream().anyMatch(value -> isOf(key, value));
	}

	/** Checks the key of a value with qualifiers: the value itself comes first, its qualifiers follow. */
	private static boolean isOf(String key, PmixValue qualified) {
		try {
			return KeyValueAttributes.QUALIFIED_VALUE.read(qualified).infos().list().stream().limit(1).anyMatch(info -> info.key().equals(key));
		} catch (PmixException e) {
			return false;
		}
	}

	private Optional<PmixValue> find(String key) {
		return Optional.ofNullable(switch (KeyRealm.of(key)) {
			case SESSION -> session.getOrDefault(key, job.get(key));
			case APP -> apps.size() == 1 ? apps.values().iterator().next().get(key) : null;
			case NODE -> nodes.all().getOrDefault(hostname, Map.of()).get(key);
			case JOB -> job.get(key);
		});
	}

	private Map<String, PmixValue> ofRank(Rank rank) {
		return ranks.getOrDefault(rank.value(), Map.of());
	}
}
