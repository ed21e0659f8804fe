// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.LibraryAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.KvalBlob;

/**
 * Encodes a job's data in the layout of a release. All ranks of a job receive the same bytes, which are encoded once and cached. Owned by
 * its {@link JobInfo}.
 *
 * @see "OpenPMIx src/mca/gds/hash/gds_hash.c, register_info and fetch"
 */
public final class JobInfoLayout {
	/** Layout of the data of each rank. */
	private enum RankForm {
		/** A packed buffer: in the reply to a starting client, and everywhere in old releases. */
		BLOB,
		/** An array: in replies about other jobs. */
		ARRAY
	}

	/** Equality is written out: the implementation of a record is linked at run time, which costs a launcher milliseconds. */
	private record Variant(Encoding encoding, String version, RankForm form, List<Kval> stops) {
		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Variant same && same.encoding.equals(encoding) && same.version.equals(version) && same.form == form
					&& same.stops.equals(stops);
		}

		@Override
		public int hashCode() {
			return 31 * (31 * encoding.hashCode() + version.hashCode()) + 31 * form.hashCode() + stops.hashCode();
		}
	}

	private static final PeerLog LOG = PeerLog.of(JobInfoLayout.class);
	private static final PeerVersion NEWEST = PeerVersion.parse("4.2.2");
	private static final int NO_SESSION = -1;
	/** Optional keys that only releases from 5.0 on know. */
	private static final Set<String> NEWER = Set.of(TopologyAttributes.TOPOLOGY_INDEX.key());
	/** Bound on cached layouts, since a peer may claim any version. */
	private static final int MAX_KEPT = 16;
	/** The data of up to this many ranks are written too fast to leave the loop for it. */
	private static final int FEW = 256;

	private final JobInfo info;
	private final Map<Variant, KvalBlob> written = new ConcurrentHashMap<>();

	JobInfoLayout(JobInfo info) {
		this.info = info;
	}

	/** @return whether writing the data for a starting process of this job takes long; it may be done on any thread */
	public boolean isLongForMember(PeerVersion version, Encoding encoding, Rank rank) {
		return info.ranks().size() > FEW
				&& !written.containsKey(new Variant(encoding, version.text(), RankForm.BLOB, info.stops().of(rank)));
	}

	/** @return the data for a starting process of this job; the same for all ranks, except for stop points */
	public KvalBlob forMember(PeerVersion version, Encoding encoding, Rank rank) {
		return get(version, encoding, RankForm.BLOB, info.stops().of(rank));
	}

	/** @return the data for a process of another job */
	public KvalBlob forOthers(PeerVersion version, Encoding encoding) {
		return get(version, encoding, version.readsRankArrays() ? RankForm.ARRAY : RankForm.BLOB, List.of());
	}

	/** @return the data for another server of this kind */
	public KvalBlob forServers(Encoding encoding) {
		return get(NEWEST, encoding, RankForm.ARRAY, List.of());
	}

	/** Returns whether a client of release 4.2 can read a key; a key unknown to the client would hide all later keys. */
	private static boolean isReadable(String key) {
		return !KeyRealm.isReserved(key) || KnownAttributes.byKey(key).isPresent() && !NEWER.contains(key);
	}

	private KvalBlob get(PeerVersion version, Encoding encoding, RankForm form, List<Kval> stops) {
		Variant variant = new Variant(encoding, version.text(), form, stops);
		if (written.size() >= MAX_KEPT && !written.containsKey(variant)) {
			written.clear();
		}
		KvalBlob known = written.get(variant);
		if (known == null) {
			known = write(version, encoding, form, stops);
			written.put(variant, known);
		}
		return known;
	}

	/** Packs one subject after the other, because all of them together need much more memory than their bytes. */
	private KvalBlob write(PeerVersion version, Encoding encoding, RankForm form, List<Kval> stops) {
		boolean all = version.skipsUnknownKeys();
		Packer packer = new Packer(encoding);
		List<Kval> ofJob = new ArrayList<>(only(info.kvals(Rank.WILDCARD), all));
		ofJob.addAll(stops);
		ofJob.add(new Kval(LibraryAttributes.BFROPS_MODULE.key(), new PmixValue.Str(version.text())));
		Map<String, PmixValue> session = only(info.session(), all);
		if (version.readsSessionArrays()) {
			PmixValue id = session.get(SessionAttributes.SESSION_ID.key());
			if (id != null) {
				// releases from 5.0 on look for their own session id here
				ofJob.add(new Kval(SessionAttributes.SESSION_ID.key(), id));
			}
			ofJob.add(array(LevelAttributes.SESSION_INFO_ARRAY.key(), withId(session)));
		} else {
			ofJob.addAll(kvals(session));
		}
		putAll(packer, ofJob, encoding);
		for (Map.Entry<String, Map<String, PmixValue>> node : info.nodes().entrySet()) {
			String key = version.readsNodeArrays() ? LevelAttributes.NODE_INFO_ARRAY.key() : node.getKey();
			putIfKnown(packer, array(key, only(node.getValue(), all)), encoding);
		}
		if (!version.readsNodeArrays()) {
			putAll(packer, kvals(only(info.nodes().getOrDefault(info.hostname(), Map.of()), all)), encoding);
		}
		for (Map<String, PmixValue> app : info.apps().values()) {
			putIfKnown(packer, array(LevelAttributes.APP_INFO_ARRAY.key(), only(app, all)), encoding);
		}
		for (Integer rank : info.describedRanks()) {
			List<Kval> kvals = withoutNumber(only(info.kvals(Rank.of(rank)), all));
			putIfKnown(packer, form == RankForm.BLOB ? blob(Rank.of(rank), kvals, encoding) : rankArray(Rank.of(rank), kvals), encoding);
		}
		return KvalBlob.packed(encoding, packer.toByteObject());
	}

	/** Returns all data, or those that release 4.2 can read. */
	private static Map<String, PmixValue> only(Map<String, PmixValue> values, boolean all) {
		if (all) {
			return values;
		}
		Map<String, PmixValue> some = new LinkedHashMap<>();
		for (Map.Entry<String, PmixValue> value : values.entrySet()) {
			if (isReadable(value.getKey())) {
				some.put(value.getKey(), value.getValue());
			}
		}
		return some;
	}

	/** Returns all data, or those that release 4.2 can read, including values with qualifiers. */
	private static List<Kval> only(List<Kval> kvals, boolean all) {
		if (all) {
			return kvals;
		}
		List<Kval> some = new ArrayList<>(kvals.size());
		for (Kval kval : kvals) {
			if (isReadable(kval.key()) || kval.key().equals(KeyValueAttributes.QUALIFIED_VALUE.key())) {
				some.add(kval);
			}
		}
		return some;
	}

	private static Map<String, PmixValue> withId(Map<String, PmixValue> values) {
		Map<String, PmixValue> session = new LinkedHashMap<>();
		session.put(SessionAttributes.SESSION_ID.key(), SessionAttributes.SESSION_ID.type().toValue(NO_SESSION));
		session.putAll(values);
		return session;
	}

	private static List<Kval> kvals(Map<String, PmixValue> values) {
		List<Kval> kvals = new ArrayList<>(values.size());
		values.forEach((key, value) -> kvals.add(new Kval(key, value)));
		return kvals;
	}

	/** Puts the key of the subject first, where old releases expect it. */
	private static Kval array(String key, Map<String, PmixValue> values) {
		return new Kval(key, DataArray.of(infos(values)));
	}

	private static Infos infos(Map<String, PmixValue> values) {
		List<Info> infos = new ArrayList<>(values.size());
		PmixValue name = values.get(NodeAttributes.HOSTNAME.key());
		if (name != null) {
			infos.add(Info.of(NodeAttributes.HOSTNAME.key(), name));
		}
		values.forEach((key, value) -> {
			if (name == null || !key.equals(NodeAttributes.HOSTNAME.key())) {
				infos.add(Info.of(key, value));
			}
		});
		return new Infos(infos);
	}

	private static Kval rankArray(Rank rank, List<Kval> kvals) {
		List<Info> infos = new ArrayList<>();
		infos.add(Info.of(ProcAttributes.RANK, rank));
		kvals.forEach(kval -> infos.add(Info.of(kval.key(), kval.value())));
		return new Kval(LevelAttributes.PROC_INFO_ARRAY.key(), DataArray.of(new Infos(infos)));
	}

	private static Kval blob(Rank rank, List<Kval> kvals, Encoding encoding) {
		Packer packer = new Packer(encoding);
		try {
			packer.put(rank);
		} catch (PmixException e) {
			throw new IllegalStateException("every release knows ranks", e);
		}
		putAll(packer, kvals, encoding);
		return new Kval(LibraryAttributes.PROC_BLOB.key(), packer.toByteObject());
	}

	private static List<Kval> withoutNumber(List<Kval> kvals) {
		return kvals.stream().filter(kval -> !kval.key().equals(ProcAttributes.RANK.key())).toList();
	}

	private static void putAll(Packer packer, List<Kval> kvals, Encoding encoding) {
		kvals.forEach(kval -> putIfKnown(packer, kval, encoding));
	}

	/** Packs a pair unless the peer's release does not know the type of its value. */
	private static void putIfKnown(Packer packer, Kval kval, Encoding encoding) {
		try {
			packer.putRaw(new Packer(encoding).put(kval).toByteObject());
		} catch (PmixException e) {
			LOG.log(Level.DEBUG, "Omitting {0}: {1}", kval.key(), e.getMessage());
		}
	}
}
