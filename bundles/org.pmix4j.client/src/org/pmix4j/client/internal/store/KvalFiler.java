// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.store;

import java.util.List;
import java.util.StringJoiner;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.LibraryAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Unpacker;

/**
 * Sorts the data of a namespace into its tables. Reads the forms of all releases: blobs and arrays of ranks, arrays of sessions, nodes,
 * programs and jobs, and loose values. Part of the store.
 *
 * @see "OpenPMIx src/mca/gds/hash/gds_hash.c, hash_store_job_info and accept_kvs_resp"
 */
final class KvalFiler {
	/** C servers send this id for a session without an id. */
	private static final int NO_SESSION = -1;

	private final Encoding encoding;
	private final Limits limits;

	KvalFiler(Encoding encoding, Limits limits) {
		this.encoding = encoding;
		this.limits = limits;
	}

	/**
	 * Stores a key with its value, or each of the values in an array or blob.
	 *
	 * @param store of the namespace
	 * @param owner rank of the owner; WILDCARD for the job
	 * @throws PmixException if the value does not have the form that the key requires; the message names the key
	 */
	void file(NamespaceStore store, Rank owner, Kval kval) throws PmixException {
		String key = kval.key();
		PmixValue value = kval.value();
		try {
			if (key.equals(LibraryAttributes.PROC_BLOB.key())) {
				procBlob(store, LibraryAttributes.PROC_BLOB.read(value));
			} else if (key.equals(LevelAttributes.PROC_DATA.key())) {
				procArray(store, infos(value));
			} else if (key.equals(LibraryAttributes.MAP_BLOB.key())) {
				mapBlob(store, LibraryAttributes.MAP_BLOB.read(value));
			} else if (key.equals(LevelAttributes.NODE_INFO_ARRAY.key())) {
				store.nodes.file(infos(value));
			} else if (key.equals(LevelAttributes.APP_INFO_ARRAY.key())) {
				appArray(store, infos(value));
			} else if (key.equals(LevelAttributes.SESSION_INFO_ARRAY.key())) {
				sessionArray(store, infos(value));
			} else if (key.equals(LevelAttributes.JOB_INFO_ARRAY.key())) {
				fileAll(store, owner, infos(value).list());
			} else {
				put(place(store, owner, key), key, value);
			}
		} catch (PmixException malformed) {
			throw new PmixException(malformed.status(), "malformed value of " + key + ": " + malformed.getMessage(), malformed);
		}
	}

	private static KeyTable place(NamespaceStore store, Rank owner, String key) {
		if (!owner.equals(Rank.WILDCARD)) {
			return store.rank(owner);
		}
		return switch (KeyRealm.of(key)) {
			case SESSION -> store.looseSession;
			case NODE -> store.looseNode;
			case APP -> store.looseApp;
			case JOB -> store.job;
		};
	}

	static void put(KeyTable table, String key, PmixValue value) throws PmixException {
		if (key.equals(KeyValueAttributes.QUALIFIED_VALUE.key())) {
			table.putQualified(value);
		} else {
			table.put(key, value);
		}
	}

	private void fileAll(NamespaceStore store, Rank owner, List<Info> infos) throws PmixException {
		for (Info info : infos) {
			file(store, owner, new Kval(info.key(), info.value()));
		}
	}

	/** Reads a packed buffer: the rank, then its keys. */
	private void procBlob(NamespaceStore store, ByteObject blob) throws PmixException {
		Unpacker in = new Unpacker(encoding, blob.asBuffer(), limits);
		KeyTable table = store.rank(in.get(DataType.PROC_RANK, Rank.class));
		while (in.hasRemaining()) {
			Kval kval = in.get(DataType.KVAL, Kval.class);
			put(table, kval.key(), kval.value());
		}
	}

	/** Reads an array of infos, of which the first is the rank. */
	private static void procArray(NamespaceStore store, Infos infos) throws PmixException {
		if (infos.isEmpty() || !infos.list().getFirst().key().equals(ProcAttributes.RANK.key())) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the data of a process must begin with its rank");
		}
		KeyTable table = store.rank(ProcAttributes.RANK.read(infos.list().getFirst().value()));
		for (Info info : infos) {
			put(table, info.key(), info.value());
		}
	}

	/** Reads the map that only old servers send: the number of nodes, then for each node its name as the key and its ranks as the value. */
	private void mapBlob(NamespaceStore store, ByteObject blob) throws PmixException {
		Unpacker in = new Unpacker(encoding, blob.asBuffer(), limits);
		long count = in.get(DataType.SIZE, PmixValue.Size.class).value();
		StringJoiner nodes = new StringJoiner(",");
		for (long i = 0; i < count; i++) {
			Kval node = in.get(DataType.KVAL, Kval.class);
			nodes.add(node.key());
			store.nodes.file(node.key(), NodeAttributes.LOCAL_PEERS.key(), node.value());
			for (String rank : NodeAttributes.LOCAL_PEERS.read(node.value()).split(",")) {
				store.rank(parseRank(rank)).put(NodeAttributes.HOSTNAME.key(), new PmixValue.Str(node.key()));
			}
		}
		store.job.put(JobAttributes.NODE_LIST.key(), new PmixValue.Str(nodes.toString()));
	}

	private static Rank parseRank(String text) throws PmixException {
		try {
			return Rank.of(Integer.parseUnsignedInt(text));
		} catch (NumberFormatException noNumber) {
			throw new PmixException(Status.ERR_BAD_PARAM, "'" + text + "' is not a rank", noNumber);
		}
	}

	private void appArray(NamespaceStore store, Infos infos) throws PmixException {
		int appnum = infos.get(AppAttributes.APPNUM).orElse(0);
		fileParts(store, store.apps.computeIfAbsent(appnum, number -> new KeyTable()), infos);
	}

	private void sessionArray(NamespaceStore store, Infos infos) throws PmixException {
		int id = infos.get(SessionAttributes.SESSION_ID).orElse(NO_SESSION);
		KeyTable table = id == NO_SESSION ? store.looseSession : store.sessions.computeIfAbsent(id, number -> new KeyTable());
		fileParts(store, table, infos);
	}

	/** Stores the data of a program or session, which may contain data of nodes. */
	private static void fileParts(NamespaceStore store, KeyTable table, Infos infos) throws PmixException {
		for (Info info : infos) {
			if (info.key().equals(LevelAttributes.NODE_INFO_ARRAY.key())) {
				store.nodes.file(infos(info.value()));
			} else {
				put(table, info.key(), info.value());
			}
		}
	}

	private static Infos infos(PmixValue value) throws PmixException {
		if (value instanceof DataArray array) {
			return array.infos();
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "expected an array of infos, not a value of type " + value.type());
	}
}
