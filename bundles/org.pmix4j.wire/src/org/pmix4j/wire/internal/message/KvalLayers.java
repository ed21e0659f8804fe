// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Packer;

/**
 * Many pairs and the later changes to them. A layer is joined with the one before it when it has about half as many keys, so that a change
 * costs work in proportion to itself, over time, however many pairs there are. Immutable.
 *
 * @param layers from the oldest to the newest, at least two
 */
record KvalLayers(List<Layer> layers) {
	/** Up to so many keys, a change makes one list of all pairs. */
	private static final int FEW = 1024;
	/** The assumed size of a hidden key without its text. */
	private static final int KEY = 128;

	/**
	 * Pairs of which none has layers.
	 *
	 * @param pairs the pairs
	 * @param hides the keys of pairs of older layers that are replaced or removed
	 * @param extra the memory for those keys, in bytes, unless they are those of the pairs
	 */
	record Layer(KvalBlob pairs, Set<String> hides, long extra) {
		/** Makes a layer whose pairs replace older ones with the same keys. */
		static Layer replacing(KvalBlob pairs, Limits limits) throws MalformedMessageException {
			return new Layer(pairs, pairs.plainKeys(limits), 0);
		}

		/** Makes a layer that hides keys other than those of its pairs. */
		static Layer hiding(KvalBlob pairs, Set<String> hides) {
			return new Layer(pairs, hides, hides.stream().mapToLong(key -> KEY + 2L * key.length()).sum());
		}

		private int weight(Limits limits) throws MalformedMessageException {
			return pairs.keys(limits).size() + (extra > 0 ? hides.size() : 0);
		}

		private Layer joined(Layer later, boolean isOldest, Limits limits) throws MalformedMessageException {
			KvalBlob both = later.hides.containsAll(pairs.plainKeys(limits)) ? later.pairs
					: pairs.canPrecede(later, FEW, limits) ? pairs.followedBy(later.pairs)
					: KvalBlob.of(visible(List.of(this, later), limits));
			if (isOldest) {
				return replacing(both, limits);
			}
			Set<String> all = new HashSet<>(hides);
			all.addAll(later.hides);
			return all.equals(both.plainKeys(limits)) ? replacing(both, limits) : hiding(both, all);
		}
	}

	/** Adds a layer, and joins layers where it is time to. */
	static KvalBlob add(List<Layer> layers, Layer added, Limits limits) throws MalformedMessageException {
		List<Layer> all = new ArrayList<>(layers);
		all.add(added);
		while (all.size() > 1) {
			Layer last = all.getLast();
			Layer before = all.get(all.size() - 2);
			int many = before.weight(limits);
			if (many > FEW && many >= 2 * last.weight(limits) && !before.pairs.isOpen(limits)) {
				return KvalBlob.layered(new KvalLayers(List.copyOf(all)));
			}
			all.subList(all.size() - 2, all.size()).clear();
			all.add(before.joined(last, all.isEmpty(), limits));
		}
		return all.get(0).pairs;
	}

	/** Returns all pairs that no later layer hides. */
	List<Kval> visible(Limits limits) throws MalformedMessageException {
		return visible(layers, limits);
	}

	private static List<Kval> visible(List<Layer> layers, Limits limits) throws MalformedMessageException {
		List<Kval> all = new ArrayList<>();
		for (int i = 0; i < layers.size(); i++) {
			List<Layer> later = layers.subList(i + 1, layers.size());
			for (Kval kval : layers.get(i).pairs.kvals(limits)) {
				if (!isHidden(later, kval.key())) {
					all.add(kval);
				}
			}
		}
		return all;
	}

	private static boolean isHidden(List<Layer> later, String key) {
		for (Layer layer : later) {
			if (layer.hides.contains(key)) {
				return true;
			}
		}
		return false;
	}

	/** Returns the keys of all pairs that no later layer hides, including those of values with qualifiers. */
	Set<String> keys(Limits limits) throws MalformedMessageException {
		Set<String> all = new LinkedHashSet<>();
		for (int i = 0; i < layers.size(); i++) {
			List<Layer> later = layers.subList(i + 1, layers.size());
			for (String key : layers.get(i).pairs.plainKeys(limits)) {
				if (!isHidden(later, key)) {
					all.add(key);
				}
			}
			if (!isHidden(later, KvalBlob.QUALIFIED)) {
				all.addAll(layers.get(i).pairs.qualifiedKeys(limits));
			}
		}
		return all;
	}

	/** Returns whether a key is present, with or without qualifiers. */
	boolean contains(String key, Limits limits) throws MalformedMessageException {
		for (int i = layers.size() - 1; i >= 0; i--) {
			List<Layer> later = layers.subList(i + 1, layers.size());
			KvalBlob pairs = layers.get(i).pairs;
			if (pairs.plainKeys(limits).contains(key) && !isHidden(later, key)
					|| pairs.qualifiedKeys(limits).contains(key) && !isHidden(later, KvalBlob.QUALIFIED)) {
				return true;
			}
		}
		return false;
	}

	/** Returns the memory that the layers occupy with everything they cache, in bytes. */
	long heldSize(Limits limits) throws MalformedMessageException {
		long sum = 0;
		for (Layer layer : layers) {
			sum += layer.pairs.heldSize(limits) + layer.extra;
		}
		return sum;
	}

	/** Returns whether the layers may be packed one after another: the receiver replaces older values by newer ones, but removes none. */
	boolean removesNothing(Limits limits) throws MalformedMessageException {
		for (Layer layer : layers) {
			if (layer.extra > 0 && !layer.pairs.plainKeys(limits).containsAll(layer.hides)) {
				return false;
			}
		}
		return true;
	}

	/** Packs the layers one after another. */
	ByteObject packed(Encoding target, Limits limits) throws PmixException {
		Packer packer = new Packer(target);
		for (Layer layer : layers) {
			packer.putRaw(layer.pairs.encodedFor(target, limits));
		}
		return packer.toByteObject();
	}
}
