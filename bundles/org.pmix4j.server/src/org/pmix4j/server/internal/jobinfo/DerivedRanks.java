// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;

/**
 * Data of each rank of a job, in ascending order: registered data, completed by data derived from the maps. Derives the data of a rank when
 * they are read, so a job of a million ranks takes no more memory than its maps. Immutable.
 */
final class DerivedRanks extends AbstractMap<Integer, Map<String, PmixValue>> {
	private final Map<Integer, Map<String, PmixValue>> given;
	private final List<String> nodes;
	private final ProcessMap map;
	/** Empty unless all ranks of the job are known. */
	private final Optional<AppPlaces> apps;
	private final Optional<Rank> offset;

	/**
	 * @param given registered data of ranks, in ascending order; no longer changed
	 * @param nodes the node map
	 * @param map   places of ranks on these nodes; other registered ranks have none
	 * @param job   data of the job
	 * @param size  number of ranks of the job; 0 if unknown
	 */
	DerivedRanks(Map<Integer, Map<String, PmixValue>> given, List<String> nodes, ProcessMap map, Map<String, PmixValue> job, int size) {
		this.given = given;
		this.nodes = nodes;
		this.map = map.with(given.keySet());
		this.apps = size > 0 && size == this.map.size() ? Optional.of(new AppPlaces(given)) : Optional.empty();
		PmixValue first = job.get(JobAttributes.NPROC_OFFSET.key());
		this.offset = first == null ? Optional.empty() : JobAttributes.NPROC_OFFSET.type().fromValue(first);
	}

	/** @return counts of ranks by application; empty unless all ranks of the job are known */
	Optional<AppPlaces> apps() {
		return apps;
	}

	@Override
	public int size() {
		return map.size();
	}

	@Override
	public boolean containsKey(@Nullable Object key) {
		return key instanceof Integer rank && map.contains(rank);
	}

	@Override
	public @Nullable Map<String, PmixValue> get(@Nullable Object key) {
		return key instanceof Integer rank && containsKey(rank) ? derive(rank) : null;
	}

	private Map<String, PmixValue> derive(Integer rank) {
		Map<String, PmixValue> values = new LinkedHashMap<>(given.getOrDefault(rank, Map.of()));
		map.find(rank).ifPresent(place -> {
			add(values, NodeAttributes.HOSTNAME, nodes.get(place.node()));
			add(values, NodeAttributes.NODEID, place.node());
			add(values, ProcAttributes.LOCAL_RANK, place.local());
			add(values, ProcAttributes.NODE_RANK, place.local());
		});
		add(values, AppAttributes.APPNUM, AppPlaces.FIRST_APP);
		apps.ifPresent(places -> {
			add(values, ProcAttributes.APP_RANK, Rank.of(places.place(rank, AppPlaces.app(values), map.below(rank))));
			offset.ifPresent(first -> add(values, ProcAttributes.GLOBAL_RANK, Rank.of(first.value() + rank)));
		});
		return values;
	}

	@Override
	public Set<Integer> keySet() {
		return new AbstractSet<>() {
			@Override
			public Iterator<Integer> iterator() {
				return map.ranks();
			}

			@Override
			public int size() {
				return DerivedRanks.this.size();
			}

			@Override
			public boolean contains(@Nullable Object key) {
				return containsKey(key);
			}
		};
	}

	@Override
	public Set<Entry<Integer, Map<String, PmixValue>>> entrySet() {
		return new AbstractSet<>() {
			@Override
			public Iterator<Entry<Integer, Map<String, PmixValue>>> iterator() {
				Iterator<Integer> ranks = keySet().iterator();
				return new Iterator<>() {
					@Override
					public boolean hasNext() {
						return ranks.hasNext();
					}

					@Override
					public Entry<Integer, Map<String, PmixValue>> next() {
						Integer rank = ranks.next();
						return new SimpleImmutableEntry<>(rank, derive(rank));
					}
				};
			}

			@Override
			public int size() {
				return DerivedRanks.this.size();
			}
		};
	}

	private static <T> void add(Map<String, PmixValue> subject, Attribute<T> attribute, T value) {
		subject.putIfAbsent(attribute.key(), attribute.type().toValue(value));
	}
}
