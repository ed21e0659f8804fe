// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Zlib;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;

/**
 * Holds all values that a process knows: job information of namespaces, and data that this and other processes have put.
 * Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/mca/gds/hash"
 */
public final class SessionStore {
	private final Proc self;
	private final Limits limits;
	private final KvalFiler filer;
	private final Map<String, NamespaceStore> namespaces = new HashMap<>();
	private String hostname;

	/**
	 * @param self     this process
	 * @param hostname of its node, until the job information says better
	 * @param encoding in which the server packs blobs inside of values
	 * @param limits   of the decoder
	 */
	public SessionStore(Proc self, String hostname, Encoding encoding, Limits limits) {
		this.self = self;
		this.hostname = hostname;
		this.limits = limits;
		this.filer = new KvalFiler(encoding, limits);
		putOwn(ProcAttributes.RANK.key(), self.rank());
		putOwn(ProcAttributes.PROCID.key(), self);
	}

	/**
	 * Files what the server knows of a job.
	 *
	 * @param nspace the job's namespace
	 * @param data   in the form of whatever release
	 * @throws PmixException if they are malformed; what came before the bad key is filed
	 */
	public void fileJobInfo(String nspace, KvalBlob data) throws PmixException {
		file(new ProcData(Proc.wildcard(nspace), data));
		if (nspace.equals(self.nspace())) {
			Optional<PmixValue> told = store(nspace).rank(self.rank()).find(NodeAttributes.HOSTNAME.key(), Infos.EMPTY);
			hostname = told.isPresent() ? NodeAttributes.HOSTNAME.read(told.get()) : hostname;
		}
	}

	/**
	 * Files data of one process or job, as the reply to a get brings them.
	 *
	 * @param data rank WILDCARD for a job; UNDEF stands for this process
	 * @throws PmixException if they are malformed; what came before the bad key is filed
	 */
	public void file(ProcData data) throws PmixException {
		Proc proc = data.proc();
		Rank owner = proc.rank().equals(Rank.UNDEF) ? self.rank() : proc.rank();
		NamespaceStore store = store(proc.nspace());
		for (Kval kval : data.data().kvals(limits)) {
			filer.file(store, owner, kval);
		}
	}

	/**
	 * Keeps a value of this process.
	 *
	 * @param key   the key
	 * @param value the newest value
	 */
	public void putOwn(String key, PmixValue value) {
		store(self.nspace()).rank(self.rank()).put(key, value);
	}

	/**
	 * @param nspace a namespace
	 * @return whether anything is known of it
	 */
	public boolean knows(String nspace) {
		return namespaces.containsKey(nspace);
	}

	/**
	 * Looks a value up.
	 *
	 * @param proc       whose; rank WILDCARD for the job, UNDEF for whichever process has it
	 * @param key        what
	 * @param directives of which realm, node, program or session; qualifiers; others are ignored
	 * @return the value, inflated if it came compressed
	 * @throws PmixException if a directive or a value that is needed is of the wrong type, or a compressed one damaged
	 */
	public Optional<PmixValue> find(Proc proc, String key, Infos directives) throws PmixException {
		NamespaceStore store = namespaces.get(proc.nspace());
		if (store == null) {
			return Optional.empty();
		}
		Optional<PmixValue> found = new StoreLookup(store, self, hostname, proc, key, directives).find();
		return found.isEmpty() ? found : Optional.of(plain(found.get()));
	}

	/**
	 * @param value a value that came
	 * @return it, inflated if it is compressed
	 * @throws PmixException if it is damaged
	 */
	public PmixValue plain(PmixValue value) throws PmixException {
		return switch (value) {
			case PmixValue.CompressedString text ->
				new PmixValue.Str(StandardCharsets.UTF_8.decode(Zlib.inflate(text.block(), limits).asBuffer()).toString());
			case PmixValue.CompressedBytes bytes -> Zlib.inflate(bytes.block(), limits);
			default -> value;
		};
	}

	private NamespaceStore store(String nspace) {
		return namespaces.computeIfAbsent(nspace, name -> new NamespaceStore());
	}
}
