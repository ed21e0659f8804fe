// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.wire.internal.codec.RankList;

/**
 * Completes a job's registered data with derived data, mainly from the node map and the process map. Registered data stays unchanged. Used
 * once per registration, on any thread.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_register_nspace; OpenPMIx src/mca/gds/hash, store_map"
 */
public final class JobInfoDeriver {
	private final String nspace;
	private final JobInfo info;

	private JobInfoDeriver(String nspace, JobInfo info) {
		this.nspace = nspace;
		this.info = info;
	}

	/**
	 * @param nspace name of the job
	 * @param given data registered by the host; not changed
	 * @return the completed data
	 */
	public static JobInfo complete(String nspace, JobInfo given) {
		JobInfo copy = given.with(new JobInfo(given.hostname()));
		new JobInfoDeriver(nspace, copy).derive();
		return copy;
	}

	private void derive() {
		NodeTable nodes = info.nodeTable();
		nodes.all().replaceAll((name, given) -> {
			Map<String, PmixValue> node = new LinkedHashMap<>(given);
			// a node registered under several names keeps its first one
			node.put(NodeAttributes.HOSTNAME.key(), new PmixValue.Str(name));
			return node;
		});
		deriveNodes(nodes);
		if (!info.nodes().isEmpty()) {
			add(info.job(), JobAttributes.NUM_NODES, info.nodes().size());
			add(info.job(), JobAttributes.NODE_LIST, String.join(",", info.nodes().keySet()));
		}
		int mapped = 0;
		for (RankList ranks : info.procMap) {
			mapped += ranks.size();
		}
		int ranks = info.procMap.isEmpty() ? info.ranks().size() : mapped;
		if (ranks > 0) {
			add(info.job(), JobAttributes.JOB_SIZE, ranks);
		}
		PmixValue size = info.job().get(JobAttributes.JOB_SIZE.key());
		if (size != null) {
			info.job().putIfAbsent(JobAttributes.MAX_PROCS.key(), size);
		}
		deriveRanks();
		deriveSets();
	}

	/** Adds the numbers of nodes and the ranks on them. */
	private void deriveNodes(NodeTable nodes) {
		Map<String, RankList> local = new HashMap<>();
		for (int id = 0; id < info.nodeMap.size(); id++) {
			String name = info.nodeMap.get(id);
			add(nodes.get(name), NodeAttributes.NODEID, id);
			nodes.changed(name);
			if (id < info.procMap.size() && !info.procMap.get(id).isEmpty()) {
				local.putIfAbsent(nodes.host(name), info.procMap.get(id));
			}
		}
		local.forEach((host, ranks) -> nodes.all().computeIfPresent(host, (name, given) -> new DerivedNode(nspace, given, ranks)));
	}

	/**
	 * Derives more than the C library, which derives nothing for ranks with any registered data: Open MPI needs it. If all ranks are known,
	 * derives the sizes of applications, too.
	 */
	private void deriveRanks() {
		int placed = Math.min(info.nodeMap.size(), info.procMap.size());
		DerivedRanks ranks = new DerivedRanks(info.ranks(), info.nodeMap, ProcessMap.of(info.procMap.subList(0, placed)), info.job(),
				info.size());
		info.setRanks(ranks);
		if (ranks.apps().isPresent()) {
			AppPlaces apps = ranks.apps().get();
			apps.sizes(ranks.size()).forEach((app, count) -> {
				add(info.app(app), AppAttributes.APPLDR, Rank.of(apps.leader(app, ranks.keySet())));
				add(info.app(app), AppAttributes.APP_SIZE, count);
			});
			add(info.job(), JobAttributes.JOB_NUM_APPS, info.apps().size());
		}
	}

	/** Adds the members of the process sets that applications form, for clients that request the members of their own set. */
	private void deriveSets() {
		info.namedMembers(nspace)
				.forEach((number, members) -> add(info.app(number), GroupAttributes.PSET_MEMBERS, DataArray.ofProcs(members)));
	}

	private static <T> void add(Map<String, PmixValue> subject, Attribute<T> attribute, T value) {
		subject.putIfAbsent(attribute.key(), attribute.type().toValue(value));
	}
}
