// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.CompressedBytes;
import org.pmix4j.model.CompressedString;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Zlib;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;

/**
 * Holds all values that a process knows: job information of namespaces, and data that this and other processes have put.
 * Owned by a session.
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
	 * @param hostname of its node; replaced by the name in the job information
	 * @param encoding of blobs inside values
	 * @param limits   of the decoder
	 */
	public SessionStore(Proc self, String hostname, Encoding encoding, Limits limits) {
		this.self = self;
		this.hostname = hostname;
		this.limits = limits;
		this.filer = new KvalFiler(encoding, limits);
		putOwn(Scope.INTERNAL, ProcAttributes.RANK.key(), self.rank());
		putOwn(Scope.INTERNAL, ProcAttributes.PROCID.key(), self);
	}

	/**
	 * Stores the job information of a namespace.
	 *
	 * @param nspace the namespace
	 * @param data   in the form of any release
	 * @throws PmixException if the data are malformed; the keys before the malformed one are stored
	 */
	public void fileJobInfo(String nspace, KvalBlob data) throws PmixException {
		file(new ProcData(Proc.wildcard(nspace), data));
		if (nspace.equals(self.nspace())) {
			Optional<PmixValue> given = store(nspace).rank(self.rank()).find(NodeAttributes.HOSTNAME.key(), Infos.EMPTY);
			hostname = given.isPresent() ? NodeAttributes.HOSTNAME.read(given.get()) : hostname;
		}
	}

	/**
	 * Stores data of a process or job from the reply to a get.
	 *
	 * @param data rank WILDCARD means the job, UNDEF this process
	 * @throws PmixException if the data are malformed; the keys before the malformed one are stored
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
	 * Stores a value of this process.
	 *
	 * @param scope the other processes that can get the value
	 * @param key   the key
	 * @param value replaces the previous value; with PMIX_QUALIFIED_VALUE, the one with the same qualifiers
	 * @throws IllegalArgumentException if a qualified value is malformed
	 */
	public void putOwn(Scope scope, String key, PmixValue value) {
		NamespaceStore store = store(self.nspace());
		put(store.rank(self.rank()), key, value);
		for (Scope part : List.of(Scope.LOCAL, Scope.REMOTE)) {
			if (scope.equals(part) || scope.equals(Scope.GLOBAL)) {
				put(store.ownPuts(part), key, value);
			}
		}
	}

	private static void put(KeyTable table, String key, PmixValue value) {
		try {
			KvalFiler.put(table, key, value);
		} catch (PmixException malformed) {
			throw new IllegalArgumentException(malformed.getMessage(), malformed);
		}
	}

	/**
	 * Returns the reason why the server cannot have a value that the store lacks.
	 *
	 * @param proc       the owner
	 * @param key        the key
	 * @param directives as for {@link #find}
	 * @param scope      of the put
	 * @return {@code ERR_EXISTS_OUTSIDE_SCOPE} if this process has put the key in another scope only, {@code ERR_NOT_FOUND} if the job has no
	 *         such process; empty if the server may have the value
	 * @throws PmixException as {@link #find}
	 */
	public Optional<Status> permanentAbsence(Proc proc, String key, Infos directives, Scope scope) throws PmixException {
		NamespaceStore store = store(self.nspace());
		if (!proc.nspace().equals(self.nspace())) {
			return Optional.empty();
		}
		boolean partial = proc.equals(self) && (scope.equals(Scope.LOCAL) || scope.equals(Scope.REMOTE));
		Scope other = scope.equals(Scope.LOCAL) ? Scope.REMOTE : Scope.LOCAL;
		if (partial && store.ownPuts(other).find(key, Infos.EMPTY).isPresent()) {
			return Optional.of(Status.ERR_EXISTS_OUTSIDE_SCOPE);
		}
		boolean unknown = new StoreLookup(store, self, hostname, proc, key, directives, scope).isAboutUnknownProcess();
		return unknown ? Optional.of(Status.ERR_NOT_FOUND) : Optional.empty();
	}

	/**
	 * @param nspace a namespace
	 * @return whether the store has data of it
	 */
	public boolean knows(String nspace) {
		return namespaces.containsKey(nspace);
	}

	/** @return the namespaces of which the store has data, this process's first */
	public List<String> namespaces() {
		List<String> names = new ArrayList<>(List.of(self.nspace()));
		namespaces.keySet().stream().filter(name -> !name.equals(self.nspace())).sorted().forEach(names::add);
		return names;
	}

	/** @return name of this node, as the server names it */
	public String hostname() {
		return hostname;
	}

	/**
	 * Looks a value up.
	 *
	 * @param proc       the owner; rank WILDCARD for the job, UNDEF for any process that has the key
	 * @param key        the key
	 * @param directives realm, node, program, session and qualifiers; others are ignored
	 * @param scope      of the put; UNDEF for any
	 * @return the value, inflated if it was compressed
	 * @throws PmixException if a directive or a required value has the wrong type, or a compressed value is damaged
	 */
	public Optional<PmixValue> find(Proc proc, String key, Infos directives, Scope scope) throws PmixException {
		NamespaceStore store = namespaces.get(proc.nspace());
		if (store == null) {
			return Optional.empty();
		}
		Optional<PmixValue> found = new StoreLookup(store, self, hostname, proc, key, directives, scope).find();
		return found.isEmpty() ? found : Optional.of(plain(found.get()));
	}

	/**
	 * Inflates a value.
	 *
	 * @param value any value
	 * @return the value, inflated if it is compressed
	 * @throws PmixException if a compressed value is damaged
	 */
	public PmixValue plain(PmixValue value) throws PmixException {
		return switch (value) {
			case CompressedString text ->
				new PmixValue.Str(StandardCharsets.UTF_8.decode(Zlib.inflate(text.block(), limits).asBuffer()).toString());
			case CompressedBytes bytes -> Zlib.inflate(bytes.block(), limits);
			default -> value;
		};
	}

	private NamespaceStore store(String nspace) {
		return namespaces.computeIfAbsent(nspace, name -> new NamespaceStore());
	}
}
