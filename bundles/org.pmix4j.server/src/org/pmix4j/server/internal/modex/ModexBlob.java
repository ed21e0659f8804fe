// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.modex;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;
import org.pmix4j.wire.internal.codec.Unpacker;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.ScopedData;

/**
 * Writes and reads the data that the servers of a job exchange in a fence, in the form of releases 4.x and 5.x: a byte object for each
 * server, which holds a flag and a byte object for each rank. Also reads the form of release 6. Owned by the server.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c, pmix_server_collect_data"
 */
public final class ModexBlob {
	private static final Encoding OWN = new Encoding(Dialect.V41, false);
	private static final byte COLLECTED = 1;
	private static final byte KEY_MAP = 2;

	private final NamespaceRegistry registry;
	private final ModexStore store;
	private final Limits limits;

	public ModexBlob(NamespaceRegistry registry, ModexStore store, Limits limits) {
		this.registry = registry;
		this.store = store;
		this.limits = limits;
	}

	/**
	 * @param members the fence's members, sorted
	 * @param local   those of them that are clients of this server
	 * @return their data for remote readers
	 */
	public ByteObject write(List<Proc> members, Collection<Proc> local) throws PmixException {
		Map<String, Integer> offsets = offsets(members);
		Packer bucket = new Packer(OWN).put(new PmixValue.RawByte(COLLECTED));
		for (Proc proc : local) {
			Optional<KvalBlob> data = store.find(proc, Scope.REMOTE).map(found -> found.data());
			if (data.isPresent()) {
				Rank relative = Rank.of(offsets.getOrDefault(proc.nspace(), 0) + proc.rank().value());
				bucket.put(new Packer(OWN).put(relative).putRaw(data.get().encodedFor(OWN, limits)).toByteObject());
			}
		}
		return new Packer(OWN).put(bucket.toByteObject()).toByteObject();
	}

	/**
	 * Stores the contributions of all servers.
	 *
	 * @param members the fence's members, sorted
	 * @param all     the contributions, one after the other
	 * @return the processes of other servers whose data are here now
	 * @throws PmixException if they cannot be read; INVALID_ARG if a server has not collected
	 */
	public List<Proc> read(List<Proc> members, ByteObject all) throws PmixException {
		Map<String, Integer> offsets = offsets(members);
		List<Proc> others = new ArrayList<>();
		Unpacker servers = new Unpacker(OWN, all.asBuffer(), limits);
		while (servers.hasRemaining()) {
			ByteObject contribution = servers.get(DataType.BYTE_OBJECT, ByteObject.class);
			if (NewerModexBlob.recognizes(contribution, limits)) {
				for (ProcData data : NewerModexBlob.read(contribution, limits)) {
					store(data.proc(), data.data(), others);
				}
				continue;
			}
			Unpacker bucket = new Unpacker(OWN, contribution.asBuffer(), limits);
			List<String> keys = keys(bucket);
			while (bucket.hasRemaining()) {
				Unpacker one = new Unpacker(OWN, bucket.get(DataType.BYTE_OBJECT, ByteObject.class).asBuffer(), limits);
				Proc proc = absolute(one.get(DataType.PROC_RANK, Rank.class).value(), offsets);
				store(proc, keys.isEmpty() ? KvalBlob.packed(OWN, rest(one)) : numbered(one, keys), others);
			}
		}
		return others;
	}

	/** Returns the key table of a contribution; empty if it has none. C servers write one, and refer to keys by number, if that is shorter. */
	private static List<String> keys(Unpacker bucket) throws PmixException {
		byte flags = bucket.get(DataType.BYTE, PmixValue.RawByte.class).value();
		if ((flags & COLLECTED) == 0) {
			throw new PmixException(Status.ERR_INVALID_ARG, "another server has not collected its processes' data");
		}
		if ((flags & KEY_MAP) == 0) {
			return List.of();
		}
		bucket.get(DataType.UINT32, PmixValue.UInt32.class);
		return bucket.getAll(DataType.STRING).stream().map(key -> ((PmixValue.Str) key).value()).toList();
	}

	private static KvalBlob numbered(Unpacker in, List<String> keys) throws PmixException {
		List<Kval> kvals = new ArrayList<>();
		while (in.hasRemaining()) {
			int index = in.get(DataType.UINT32, PmixValue.UInt32.class).value();
			if (index < 0 || index >= keys.size()) {
				throw new PmixException(Status.ERR_UNPACK_FAILURE, "a contribution to a fence uses key number " + index + " of " + keys.size());
			}
			kvals.add(new Kval(keys.get(index), in.get(DataType.VALUE, PmixValue.Boxed.class).value()));
		}
		return KvalBlob.of(kvals);
	}

	/** Stores data of a process of another server; this server already has the data of its own clients. */
	private void store(Proc proc, KvalBlob data, List<Proc> others) throws PmixException {
		if (!registry.locality(proc).isLocal()) {
			store.commit(proc, List.of(new ScopedData(Scope.REMOTE, data)));
			others.add(proc);
		}
	}

	/** @return the bytes that are left */
	static ByteObject rest(Unpacker in) {
		byte[] rest = new byte[in.remaining().remaining()];
		in.remaining().get(rest);
		return ByteObject.wrap(rest);
	}

	/** Returns the number of the first rank of each namespace: ranks are numbered across namespaces, in the order of the members. */
	private Map<String, Integer> offsets(List<Proc> members) {
		Map<String, Integer> offsets = new LinkedHashMap<>();
		int next = 0;
		for (Proc member : members) {
			if (!offsets.containsKey(member.nspace())) {
				offsets.put(member.nspace(), next);
				next += registry.find(member.nspace()).flatMap(Namespace::jobInfo).map(JobInfo::size).orElse(0);
			}
		}
		return offsets;
	}

	private static Proc absolute(int relative, Map<String, Integer> offsets) {
		List<String> names = new ArrayList<>(offsets.keySet());
		int i = names.size() - 1;
		while (i > 0 && offsets.get(names.get(i)) > relative) {
			i--;
		}
		return Proc.of(names.get(i), relative - offsets.get(names.get(i)));
	}
}
