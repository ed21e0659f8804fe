// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.wire.internal.codec.RankList;

/** Data of a node: registered data, completed by the ranks on the node, whose list is written when it is read. Immutable. */
final class DerivedNode extends AbstractMap<String, PmixValue> {
	private final String nspace;
	private final Map<String, PmixValue> given;
	private final RankList ranks;

	/**
	 * @param nspace name of the job
	 * @param given  registered data of the node; no longer changed
	 * @param ranks  of the job on the node, at least one
	 */
	DerivedNode(String nspace, Map<String, PmixValue> given, RankList ranks) {
		this.nspace = nspace;
		this.given = given;
		this.ranks = ranks;
	}

	@Override
	public @Nullable PmixValue get(@Nullable Object key) {
		PmixValue registered = given.get(key);
		return registered == null && key instanceof String name ? derive(name).orElse(null) : registered;
	}

	@Override
	public boolean containsKey(@Nullable Object key) {
		return get(key) != null;
	}

	private Optional<PmixValue> derive(String key) {
		if (key.equals(NodeAttributes.LOCAL_PEERS.key())) {
			return Optional.of(value(NodeAttributes.LOCAL_PEERS, peers()));
		} else if (key.equals(NodeAttributes.LOCALLDR.key())) {
			return Optional.of(value(NodeAttributes.LOCALLDR, Rank.of(ranks.get(0))));
		} else if (key.equals(NodeAttributes.LOCAL_SIZE.key())) {
			return Optional.of(value(NodeAttributes.LOCAL_SIZE, ranks.size()));
		} else if (key.equals(NodeAttributes.LOCAL_PROCS.key())) {
			return Optional.of(value(NodeAttributes.LOCAL_PROCS,
					DataArray.ofProcs(ranks.stream().map(rank -> Proc.of(nspace, rank)).toList())));
		}
		return Optional.empty();
	}

	@Override
	public Set<Entry<String, PmixValue>> entrySet() {
		Map<String, PmixValue> values = new LinkedHashMap<>(given);
		for (Attribute<?> attribute : List.of(NodeAttributes.LOCAL_PEERS, NodeAttributes.LOCALLDR, NodeAttributes.LOCAL_SIZE,
				NodeAttributes.LOCAL_PROCS)) {
			if (!values.containsKey(attribute.key())) {
				derive(attribute.key()).ifPresent(value -> values.put(attribute.key(), value));
			}
		}
		return Collections.unmodifiableMap(values).entrySet();
	}

	private static <T> PmixValue value(Attribute<T> attribute, T value) {
		return attribute.type().toValue(value);
	}

	private String peers() {
		StringBuilder peers = new StringBuilder();
		for (Integer rank : ranks) {
			peers.append(peers.isEmpty() ? "" : ",").append(Integer.toUnsignedString(rank));
		}
		return peers.toString();
	}
}
