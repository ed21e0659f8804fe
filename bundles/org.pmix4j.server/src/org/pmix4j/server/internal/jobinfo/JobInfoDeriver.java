// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;

/**
 * Completes a job's registered data with derived data, mainly from the node map and the process map. Registered data stays unchanged. Used
 * once per registration, on any thread.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_register_nspace; OpenPMIx src/mca/gds/hash, store_map"
 */
public final class JobInfoDeriver {
	private static final Integer FIRST_APP = 0;

	private final String nspace;
	private final JobInfo info;

	private JobInfoDeriver(String nspace, JobInfo info) {
		this.nspace = nspace;
		this.info = info;
	}

	/**
	 * @param nspace name of the job
	 * @param given  data registered by the host; not changed
	 * @return the completed data
	 */
	public static JobInfo complete(String nspace, JobInfo given) {
		JobInfo copy = given.with(new JobInfo(given.hostname()));
		new JobInfoDeriver(nspace, copy).derive();
		return copy;
	}

	private void derive() {
		// a node registered under several names keeps its first one
		info.nodes().forEach((name, node) -> node.put(NodeAttributes.HOSTNAME.key(), new PmixValue.Str(name)));
		for (int node = 0; node < info.nodeMap.size(); node++) {
			deriveNode(node, node < info.procMap.size() ? info.procMap.get(node) : List.of());
		}
		if (!info.nodes().isEmpty()) {
			add(info.job(), JobAttributes.NUM_NODES, info.nodes().size());
			add(info.job(), JobAttributes.NODE_LIST, String.join(",", info.nodes().keySet()));
		}
		int ranks = info.procMap.isEmpty() ? info.ranks().size() : info.procMap.stream().mapToInt(List::size).sum();
		if (ranks > 0) {
			add(info.job(), JobAttributes.JOB_SIZE, ranks);
		}
		PmixValue size = info.job().get(JobAttributes.JOB_SIZE.key());
		if (size != null) {
			info.job().putIfAbsent(JobAttributes.MAX_PROCS.key(), size);
		}
		info.ranks().values().forEach(rank -> add(rank, AppAttributes.APPNUM, FIRST_APP));
		if (info.size() > 0 && info.ranks().size() == info.size()) {
			deriveApps();
		}
	}

	/** Derives more than the C library, which derives nothing for ranks with any registered data: Open MPI needs it. */
	private void deriveNode(int id, List<Integer> ranks) {
		Map<String, PmixValue> node = info.node(info.nodeMap.get(id));
		add(node, NodeAttributes.NODEID, id);
		if (!ranks.isEmpty()) {
			add(node, NodeAttributes.LOCAL_PEERS, joined(ranks));
			add(node, NodeAttributes.LOCALLDR, Rank.of(ranks.get(0)));
			add(node, NodeAttributes.LOCAL_SIZE, ranks.size());
			add(node, NodeAttributes.LOCAL_PROCS, DataArray.ofProcs(ranks.stream().map(rank -> Proc.of(nspace, rank)).toList()));
		}
		for (int i = 0; i < ranks.size(); i++) {
			Map<String, PmixValue> rank = info.rank(ranks.get(i));
			add(rank, NodeAttributes.HOSTNAME, info.nodeMap.get(id));
			add(rank, NodeAttributes.NODEID, id);
			add(rank, ProcAttributes.LOCAL_RANK, i);
			add(rank, ProcAttributes.NODE_RANK, i);
		}
	}

	/** Derives the sizes of applications, since all ranks are known. */
	private void deriveApps() {
		Optional<Rank> offset = value(info.job(), JobAttributes.NPROC_OFFSET);
		Map<Integer, Integer> counts = new HashMap<>();
		info.ranks().forEach((number, rank) -> {
			Integer app = value(rank, AppAttributes.APPNUM).orElse(FIRST_APP);
			int place = counts.merge(app, 1, Integer::sum) - 1;
			add(rank, ProcAttributes.APP_RANK, Rank.of(place));
			offset.ifPresent(first -> add(rank, ProcAttributes.GLOBAL_RANK, Rank.of(first.value() + number)));
			if (place == 0) {
				add(info.app(app), AppAttributes.APPLDR, Rank.of(number));
			}
		});
		counts.forEach((app, count) -> add(info.app(app), AppAttributes.APP_SIZE, count));
		add(info.job(), JobAttributes.JOB_NUM_APPS, info.apps().size());
	}

	private static <T> Optional<T> value(Map<String, PmixValue> subject, Attribute<T> attribute) {
		PmixValue value = subject.get(attribute.key());
		return value == null ? Optional.empty() : attribute.type().fromValue(value);
	}

	private static <T> void add(Map<String, PmixValue> subject, Attribute<T> attribute, T value) {
		subject.putIfAbsent(attribute.key(), attribute.type().toValue(value));
	}

	private static String joined(List<Integer> ranks) {
		List<String> texts = new ArrayList<>(ranks.size());
		for (Integer rank : ranks) {
			texts.add(Integer.toUnsignedString(rank));
		}
		return String.join(",", texts);
	}
}
