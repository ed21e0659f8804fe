// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.wire.codec.Limits;
import org.pmix4j.wire.codec.NodeRegex;
import org.pmix4j.wire.codec.PpnRegex;

/**
 * Sorts what a host tells of a job, loose or in arrays within arrays, and derives what follows from it. Used once for each
 * registration; where from matters not, so on any thread.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_register_nspace; OpenPMIx src/mca/gds/hash"
 */
final class JobInfoReader {
	private static final Integer FIRST_APP = 0;

	private final JobInfo info;
	private final String hostname;
	private final Limits limits;
	private List<String> nodeMap = List.of();
	private List<List<Integer>> procMap = List.of();

	private JobInfoReader(String hostname, Limits limits) {
		this.info = new JobInfo(hostname);
		this.hostname = hostname;
		this.limits = limits;
	}

	/**
	 * @param infos    what the host told
	 * @param hostname of the server's own node, of which loose node data tell
	 * @param limits   for expressions
	 * @return all of it, sorted, and what follows from it
	 * @throws PmixException BAD_PARAM if an array lacks what names its subject, or a map cannot be read
	 */
	static JobInfo read(Infos infos, String hostname, Limits limits) throws PmixException {
		JobInfoReader reader = new JobInfoReader(hostname, limits);
		reader.sort(infos);
		reader.derive();
		return reader.info;
	}

	private void sort(Infos infos) throws PmixException {
		for (Info next : infos) {
			if (StopPoints.isOne(next)) {
				info.stops.add(next);
			} else if (!sortArray(next)) {
				subject(KeyRealm.of(next.key())).put(next.key(), next.value());
			}
		}
	}

	/** What stands loose tells of the session, of this node, or of the only program. */
	private Map<String, PmixValue> subject(KeyRealm realm) throws PmixException {
		return switch (realm) {
			case SESSION -> info.session;
			case JOB -> info.job;
			case NODE -> node(hostname);
			case APP -> {
				if (info.apps.size() > 1) {
					throw new PmixException(Status.ERR_BAD_PARAM, "data of a program outside of " + LevelAttributes.APP_INFO_ARRAY
							+ ", though the job has " + info.apps.size() + " programs");
				}
				yield app(FIRST_APP);
			}
		};
	}

	private boolean sortArray(Info next) throws PmixException {
		switch (next.key()) {
			case "pmix.job.arr" -> sort(array(LevelAttributes.JOB_INFO_ARRAY, next));
			case "pmix.ssn.arr" -> fill(info.session, array(LevelAttributes.SESSION_INFO_ARRAY, next));
			case "pmix.node.arr" -> {
				Infos array = array(LevelAttributes.NODE_INFO_ARRAY, next);
				fill(node(nodeName(array)), array);
			}
			case "pmix.app.arr" -> {
				Infos array = array(LevelAttributes.APP_INFO_ARRAY, next);
				fill(app(array.get(AppAttributes.APPNUM).orElse(FIRST_APP)), array);
			}
			case "pmix.pdata" -> {
				Infos array = array(LevelAttributes.PROC_INFO_ARRAY, next);
				Rank rank = array.get(ProcAttributes.RANK)
						.orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM, "process data without " + ProcAttributes.RANK));
				fill(rank.isProcess() ? rank(rank.value()) : info.job, array);
			}
			case "pmix.nmap", "pmix.nmap.raw" -> nodeMap = NodeRegex.parse(text(next), limits);
			case "pmix.pmap", "pmix.pmap.raw" -> procMap = PpnRegex.parse(text(next), limits);
			default -> {
				return false;
			}
		}
		return true;
	}

	/** Arrays may hold arrays of other things; the rest tells of the array's subject. */
	private void fill(Map<String, PmixValue> subject, Infos array) throws PmixException {
		for (Info next : array) {
			if (!sortArray(next)) {
				subject.put(next.key(), next.value());
			}
		}
	}

	private static Infos array(Attribute<DataArray> attribute, Info next) throws PmixException {
		return attribute.read(next.value()).infos();
	}

	private static String text(Info next) throws PmixException {
		return switch (next.value()) {
			case PmixValue.Str text -> text.value();
			case PmixValue.Regex regex -> new String(regex.content().toByteArray(), StandardCharsets.ISO_8859_1);
			default -> throw new PmixException(Status.ERR_BAD_PARAM, next.key() + " must be a string, but is " + next.value().type());
		};
	}

	private String nodeName(Infos array) throws PmixException {
		Optional<String> name = array.get(NodeAttributes.HOSTNAME);
		if (name.isPresent()) {
			return name.get();
		}
		Optional<Integer> id = array.get(NodeAttributes.NODEID);
		if (id.isEmpty()) {
			return hostname;
		}
		for (Map.Entry<String, Map<String, PmixValue>> node : info.nodes.entrySet()) {
			if (NodeAttributes.NODEID.type().toValue(id.get()).equals(node.getValue().get(NodeAttributes.NODEID.key()))) {
				return node.getKey();
			}
		}
		if (id.get() >= 0 && id.get() < nodeMap.size()) {
			return nodeMap.get(id.get());
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "an array of node data names node " + id.get() + ", which nothing else names");
	}

	private Map<String, PmixValue> node(String name) {
		Map<String, PmixValue> node = info.nodes.computeIfAbsent(name, n -> new LinkedHashMap<>());
		node.putIfAbsent(NodeAttributes.HOSTNAME.key(), new PmixValue.Str(name));
		return node;
	}

	private Map<String, PmixValue> app(Integer number) {
		return info.apps.computeIfAbsent(number, n -> {
			Map<String, PmixValue> app = new LinkedHashMap<>();
			app.put(AppAttributes.APPNUM.key(), AppAttributes.APPNUM.type().toValue(n));
			return app;
		});
	}

	private Map<String, PmixValue> rank(Integer number) {
		return info.ranks.computeIfAbsent(number, n -> new LinkedHashMap<>());
	}

	private void derive() {
		for (int node = 0; node < nodeMap.size(); node++) {
			deriveNode(node, node < procMap.size() ? procMap.get(node) : List.of());
		}
		int ranks = procMap.isEmpty() ? info.ranks.size() : procMap.stream().mapToInt(List::size).sum();
		if (!info.nodes.isEmpty()) {
			add(info.job, JobAttributes.NUM_NODES, info.nodes.size());
			add(info.job, JobAttributes.NODE_LIST, String.join(",", info.nodes.keySet()));
		}
		if (ranks > 0) {
			add(info.job, JobAttributes.JOB_SIZE, ranks);
		}
		PmixValue size = info.job.get(JobAttributes.JOB_SIZE.key());
		if (size != null) {
			info.job.putIfAbsent(JobAttributes.MAX_PROCS.key(), size);
		}
		for (Map<String, PmixValue> rank : info.ranks.values()) {
			add(rank, AppAttributes.APPNUM, FIRST_APP);
		}
	}

	/** More than the C library derives, which does nothing for ranks of which anything was told: Open MPI cannot do without. */
	private void deriveNode(int id, List<Integer> ranks) {
		Map<String, PmixValue> node = node(nodeMap.get(id));
		add(node, NodeAttributes.NODEID, id);
		if (!ranks.isEmpty()) {
			add(node, NodeAttributes.LOCAL_PEERS, joined(ranks));
			add(node, NodeAttributes.LOCALLDR, Rank.of(ranks.get(0)));
			add(node, NodeAttributes.LOCAL_SIZE, ranks.size());
		}
		for (int i = 0; i < ranks.size(); i++) {
			Map<String, PmixValue> rank = rank(ranks.get(i));
			add(rank, NodeAttributes.HOSTNAME, nodeMap.get(id));
			add(rank, NodeAttributes.NODEID, id);
			add(rank, ProcAttributes.LOCAL_RANK, i);
			add(rank, ProcAttributes.NODE_RANK, i);
		}
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
