// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.HeldSize;
import org.pmix4j.model.Info;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;

/**
 * Key-value pairs in transit. Data from a peer stays in the peer's encoding and is not decoded if it is only passed on to peers with the
 * same encoding. For another encoding it is converted once, for all peers.
 *
 * <p>Therefore malformed bytes are detected only when they are read; {@link #keys} is an inexpensive early check. Immutable and safe to
 * share between threads; at worst two threads fill a cache twice.
 */
public final class KvalBlob {
	/** Longer conversions are made again for each reader, because few jobs have readers of several dialects. */
	private static final int LONGEST_KEPT = 1 << 20;
	/** The assumed size of a known key without its text. */
	private static final int KEY = 128;

	/** No pairs. */
	public static final KvalBlob EMPTY = of(List.of());

	/** The key under which a value with qualifiers travels. */
	static final String QUALIFIED = KeyValueAttributes.QUALIFIED_VALUE.key();

	private final Source source;
	private Map<Encoding, ByteObject> encoded;
	private @Nullable Keys keys;
	private long heldSize = -1;

	private KvalBlob(Source source, Map<Encoding, ByteObject> encoded) {
		this.source = source;
		this.encoded = encoded;
	}

	/**
	 * @param kvals pairs of this process
	 * @return the blob
	 */
	public static KvalBlob of(List<Kval> kvals) {
		return new KvalBlob(new Values(List.copyOf(kvals)), Map.of());
	}

	/**
	 * @param encoding encoding of the bytes
	 * @param content  packed pairs from a peer
	 * @return the blob
	 */
	public static KvalBlob packed(Encoding encoding, ByteObject content) {
		// no bytes are the same in every encoding
		return content.size() == 0 ? EMPTY : new KvalBlob(new Packed(encoding, content), Map.of(encoding, content));
	}

	static KvalBlob layered(KvalLayers layers) {
		return new KvalBlob(new Layers(layers), Map.of());
	}

	/** @return whether there are no pairs */
	public boolean isEmpty() {
		return source instanceof Values values && values.kvals().isEmpty();
	}

	/**
	 * @param limits bounds for decoding
	 * @return the pairs; decoded on each call if they came from a peer
	 * @throws MalformedMessageException if the bytes are malformed
	 */
	public List<Kval> kvals(Limits limits) throws MalformedMessageException {
		return source instanceof Packed packed ? unpack(packed, limits)
				: source instanceof Layers layers ? layers.all().visible(limits) : ((Values) source).kvals();
	}

	/**
	 * @param limits bounds for decoding
	 * @return the keys in order, including those of values with qualifiers
	 * @throws MalformedMessageException if the bytes are malformed
	 */
	public Set<String> keys(Limits limits) throws MalformedMessageException {
		return source instanceof Layers layers ? layers.all().keys(limits) : findKeys(limits).all();
	}

	/** Returns the keys of all pairs; that of values with qualifiers among them. */
	Set<String> plainKeys(Limits limits) throws MalformedMessageException {
		return findKeys(limits).plain();
	}

	/** Returns the keys within values with qualifiers. */
	Set<String> qualifiedKeys(Limits limits) throws MalformedMessageException {
		return findKeys(limits).qualified();
	}

	/** Returns whether the last value is of an unknown type, so that it would take all bytes that were added after it. */
	boolean isOpen(Limits limits) throws MalformedMessageException {
		return findKeys(limits).isOpen();
	}

	private Keys findKeys(Limits limits) throws MalformedMessageException {
		Keys known = keys;
		if (known == null) {
			Set<String> plain = new LinkedHashSet<>();
			Set<String> qualified = new LinkedHashSet<>();
			boolean[] open = new boolean[1];
			Consumer<Kval> add = kval -> {
				plain.add(kval.key());
				qualifiedKey(kval).ifPresent(qualified::add);
			};
			if (source instanceof Packed packed) {
				unpack(packed, limits, kval -> {
					add.accept(kval);
					open[0] = !KnownTypes.covers(packed.encoding().dialect(), kval);
				});
			} else {
				((Values) source).kvals().forEach(add);
			}
			known = Keys.of(plain, qualified, open[0]);
			keys = known;
		}
		return known;
	}

	/**
	 * @param limits bounds for decoding
	 * @return the memory that this blob occupies with everything it caches, in bytes; an estimate on the high side
	 * @throws MalformedMessageException if the bytes are malformed
	 */
	public long heldSize(Limits limits) throws MalformedMessageException {
		if (heldSize < 0) {
			heldSize = computeHeldSize(limits);
		}
		return heldSize;
	}

	private long computeHeldSize(Limits limits) throws MalformedMessageException {
		if (source instanceof Layers layers) {
			long all = layers.all().heldSize(limits);
			return layers.all().removesNothing(limits) ? all : all + Math.min(all, LONGEST_KEPT);
		}
		long content = source instanceof Packed packed ? packed.content().size()
				: ((Values) source).kvals().stream().mapToLong(HeldSize::of).sum();
		long known = keys(limits).stream().mapToLong(key -> KEY + 2L * key.length()).sum();
		return content + known + Math.min(content, LONGEST_KEPT);
	}

	/** Returns the key of a value with qualifiers: such a value travels in an array under a reserved key, as its first element. */
	private static Optional<String> qualifiedKey(Kval kval) {
		if (!kval.key().equals(QUALIFIED) || !(kval.value() instanceof DataArray array)) {
			return Optional.empty();
		}
		return array.elements().stream().limit(1).flatMap(first -> first instanceof Info info ? Stream.of(info.key()) : Stream.empty())
				.findFirst();
	}

	/**
	 * @param key    a key
	 * @param limits bounds for decoding
	 * @return whether the key is present
	 * @throws MalformedMessageException if the bytes are malformed
	 */
	public boolean contains(String key, Limits limits) throws MalformedMessageException {
		return source instanceof Layers layers ? layers.all().contains(key, limits) : keys(limits).contains(key);
	}

	/**
	 * Adds pairs, which replace those with the same keys. Many pairs stay as they are until about as many were added, so that each addition
	 * costs little; peers then get the replaced ones, too, before those that replace them.
	 *
	 * @param later  more pairs
	 * @param limits bounds for decoding
	 * @return all pairs
	 * @throws MalformedMessageException if the bytes are malformed
	 */
	public KvalBlob plus(KvalBlob later, Limits limits) throws MalformedMessageException {
		return KvalLayers.add(layers(limits), KvalLayers.Layer.replacing(later, limits), limits);
	}

	/**
	 * Adds pairs beside those with the same keys, as values that differ in their qualifiers.
	 *
	 * @param later  more pairs
	 * @param limits bounds for decoding
	 * @return all pairs
	 * @throws MalformedMessageException if the bytes are malformed
	 */
	public KvalBlob with(KvalBlob later, Limits limits) throws MalformedMessageException {
		return KvalLayers.add(layers(limits), KvalLayers.Layer.hiding(later, Set.of()), limits);
	}

	/**
	 * Removes pairs without qualifiers. Costs as little as {@link #plus}.
	 *
	 * @param removed their keys
	 * @param limits  bounds for decoding
	 * @return the other pairs
	 * @throws MalformedMessageException if the bytes are malformed
	 */
	public KvalBlob minus(Set<String> removed, Limits limits) throws MalformedMessageException {
		Set<String> present = new HashSet<>();
		for (String key : removed) {
			if (contains(key, limits)) {
				present.add(key);
			}
		}
		return present.isEmpty() ? this : KvalLayers.add(layers(limits), KvalLayers.Layer.hiding(EMPTY, present), limits);
	}

	private List<KvalLayers.Layer> layers(Limits limits) throws MalformedMessageException {
		return source instanceof Layers layers ? layers.all().layers() : List.of(KvalLayers.Layer.replacing(this, limits));
	}

	/** Returns whether the packed pairs of a layer may follow these; few pairs are better decoded, as values may be packed for all peers. */
	boolean canPrecede(KvalLayers.Layer later, int few, Limits limits) throws MalformedMessageException {
		return keys(limits).size() > few && source instanceof Packed one && later.pairs().source instanceof Packed other && !isOpen(limits)
				&& one.encoding().equals(other.encoding()) && Collections.disjoint(plainKeys(limits), later.hides());
	}

	/** Returns the bytes of two packed blobs as one. */
	KvalBlob followedBy(KvalBlob later) {
		Packed one = (Packed) source;
		Packed other = (Packed) later.source;
		ByteBuffer both = ByteBuffer.allocate(one.content().size() + other.content().size());
		both.put(one.content().asBuffer()).put(other.content().asBuffer());
		return packed(one.encoding(), ByteObject.wrap(both.array()));
	}

	/**
	 * @param target encoding of the receiver
	 * @param limits bounds for decoding
	 * @return packed pairs; those with types that the receiver does not know are omitted
	 * @throws MalformedMessageException if the bytes are malformed
	 * @throws PmixException             if a value cannot be packed
	 */
	public ByteObject encodedFor(Encoding target, Limits limits) throws PmixException {
		ByteObject known = encoded.get(target);
		if (known == null && source instanceof Layers layers && layers.all().removesNothing(limits)) {
			return layers.all().packed(target, limits);
		}
		if (known == null) {
			Packer packer = new Packer(target);
			for (Kval kval : kvals(limits)) {
				if (KnownTypes.covers(target.dialect(), kval)) {
					packer.put(kval);
				}
			}
			known = packer.toByteObject();
			if (known.size() <= LONGEST_KEPT) {
				Map<Encoding, ByteObject> more = new HashMap<>(encoded);
				more.put(target, known);
				encoded = Map.copyOf(more);
			}
		}
		return known;
	}

	private static List<Kval> unpack(Packed packed, Limits limits) throws MalformedMessageException {
		List<Kval> kvals = new ArrayList<>();
		unpack(packed, limits, kvals::add);
		return List.copyOf(kvals);
	}

	/** Decodes one pair at a time, because all of them together may need much more memory than their bytes. */
	private static void unpack(Packed packed, Limits limits, Consumer<Kval> each) throws MalformedMessageException {
		Unpacker in = new Unpacker(packed.encoding(), packed.content().asBuffer(), limits);
		while (in.hasRemaining()) {
			each.accept(in.get(DataType.KVAL, Kval.class));
		}
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof KvalBlob that && source.equals(that.source);
	}

	@Override
	public int hashCode() {
		return source.hashCode();
	}

	@Override
	public String toString() {
		return source.toString();
	}

	/** Origin of the pairs; distinguished without a switch, which would generate a class at the first commit of a job. */
	private sealed interface Source {
	}

	private record Values(List<Kval> kvals) implements Source {
	}

	private record Packed(Encoding encoding, ByteObject content) implements Source {
	}

	private record Layers(KvalLayers all) implements Source {
	}

	/** The keys of a blob without layers. */
	private record Keys(Set<String> all, Set<String> plain, Set<String> qualified, boolean isOpen) {
		static Keys of(Set<String> plain, Set<String> qualified, boolean isOpen) {
			Set<String> own = Collections.unmodifiableSet(plain);
			if (qualified.isEmpty()) {
				return new Keys(own, own, Set.of(), isOpen);
			}
			Set<String> all = new LinkedHashSet<>(plain);
			all.addAll(qualified);
			return new Keys(Collections.unmodifiableSet(all), own, Collections.unmodifiableSet(qualified), isOpen);
		}
	}
}
