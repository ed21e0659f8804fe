// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.data;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.connection.TimeoutDirective;
import org.pmix4j.client.internal.store.SessionStore;

import org.pmix4j.client.FenceOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.ScopedData;

/**
 * Shares data with other processes: put, commit and fence. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/client/pmix_client.c and pmix_client_fence.c"
 */
public final class DataOperations {
	private static final String QUALIFIED = KeyValueAttributes.QUALIFIED_VALUE.key();

	private final ServerLink link;
	private final SessionStore store;
	private final Proc self;
	private final Duration requestLimit;
	private final Duration fenceLimit;
	/** All values that were put, by key and qualifiers: each commit sends the whole scope again. */
	private final Map<Scope, Map<List<Object>, Kval>> staged = new LinkedHashMap<>();
	private boolean changed;

	/**
	 * @param link         to the server
	 * @param store        receives the values that this process puts
	 * @param self         this process
	 * @param requestLimit for a commit
	 * @param fenceLimit   default limit of a fence
	 */
	public DataOperations(ServerLink link, SessionStore store, Proc self, Duration requestLimit, Duration fenceLimit) {
		this.link = link;
		this.store = store;
		this.self = self;
		this.requestLimit = requestLimit;
		this.fenceLimit = fenceLimit;
		// C servers expect the local part first
		staged.put(Scope.LOCAL, new LinkedHashMap<>());
		staged.put(Scope.REMOTE, new LinkedHashMap<>());
	}

	/**
	 * Checks the arguments of a put. On any thread.
	 *
	 * @param scope the scope
	 * @param key   the key
	 * @param value the value
	 * @return the value to put: of PMIX_QUALIFIED_VALUE with its qualifiers marked, otherwise unchanged
	 * @throws PmixException {@code ERR_BAD_PARAM} if programs cannot put values of this scope or key
	 */
	public static PmixValue check(Scope scope, String key, PmixValue value) throws PmixException {
		if (scope.code() < Scope.LOCAL.code() || scope.code() > Scope.INTERNAL.code()) {
			throw new PmixException(Status.ERR_BAD_PARAM,
					"put of the key '" + key + "': the scope must be LOCAL, REMOTE, GLOBAL or INTERNAL, not " + scope);
		}
		if (!key.equals(QUALIFIED)) {
			check(key);
			return value;
		}
		List<Info> infos = new ArrayList<>(value instanceof DataArray array && array.elementType().equals(DataType.INFO) ? array.infos().list()
				: List.of());
		if (infos.size() < 2) {
			throw new PmixException(Status.ERR_BAD_PARAM, "put of " + KeyValueAttributes.QUALIFIED_VALUE
					+ ": expected an array of infos, key and value first, then at least one qualifier, not " + value);
		}
		Info first = infos.getFirst();
		check(first.key());
		infos.replaceAll(info -> info == first ? info : info.qualifier());
		return DataArray.of(new Infos(infos));
	}

	private static void check(String key) throws PmixException {
		if (key.isEmpty() || KeyRealm.isReserved(key)) {
			throw new PmixException(Status.ERR_BAD_PARAM, "put of the key '" + key + "': a key must not be empty, nor begin with pmix, "
					+ "because such keys are reserved");
		}
		if (key.indexOf('\0') >= 0) {
			throw new PmixException(Status.ERR_BAD_PARAM, "put of a key that contains a NUL character");
		}
	}

	/**
	 * Stores a value for the next commit. Global values are sent twice, in the local and in the remote part.
	 *
	 * @param scope the processes that can get the value
	 * @param kval  key and value, checked
	 */
	public void put(Scope scope, Kval kval) {
		assert link.inLoop();
		store.putOwn(scope, kval.key(), kval.value());
		staged.forEach((part, values) -> {
			if (scope.equals(part) || scope.equals(Scope.GLOBAL)) {
				values.put(identity(kval), kval);
				changed = true;
			}
		});
	}

	/**
	 * Sends all values that were put. Does nothing in a singleton, as the fence.
	 *
	 * @return completed when the server has replied; fails with its status
	 */
	public CompletableFuture<Void> commit() {
		assert link.inLoop();
		if (link.isAbsent()) {
			return CompletableFuture.completedFuture(null);
		}
		List<ScopedData> parts = new ArrayList<>();
		if (changed) {
			staged.forEach((scope, values) -> {
				if (!values.isEmpty()) {
					parts.add(new ScopedData(scope, KvalBlob.of(List.copyOf(values.values()))));
				}
			});
		}
		changed = false;
		return link.request("commit", new DataRequest.Commit(parts), ReplyKind.STATUS, requestLimit)
				.thenAccept(reply -> Replies.requireSuccess("commit", reply))
				.whenComplete((nothing, failure) -> changed |= failure != null);
	}

	/** Returns what a later put replaces: the value of the same key or, with qualifiers, of the same key and qualifiers. */
	private static List<Object> identity(Kval kval) {
		if (!kval.key().equals(QUALIFIED) || !(kval.value() instanceof DataArray array)) {
			return List.of(kval.key());
		}
		List<Object> identity = new ArrayList<>(array.elements());
		identity.set(0, ((Info) identity.getFirst()).key());
		return identity;
	}

	/**
	 * Waits for other processes.
	 *
	 * @param procs   the participants; empty for all of this process's namespace
	 * @param options whether to collect data, and how long to wait
	 * @return completed when all participants have arrived; fails with the status of the server
	 */
	public CompletableFuture<Void> fence(List<Proc> procs, FenceOptions options) {
		assert link.inLoop();
		if (link.isAbsent()) {
			return CompletableFuture.completedFuture(null);
		}
		List<Proc> participants = procs.isEmpty() ? List.of(Proc.wildcard(self.nspace())) : procs;
		Infos infos = options.infos();
		if (options.collect()) {
			infos = infos.with(KeyValueAttributes.COLLECT_DATA, true);
		}
		infos = TimeoutDirective.add(infos, options.limit());
		Duration limit = options.limit().isZero() ? fenceLimit : options.limit();
		String operation = "fence of " + participants;
		return link.request(operation, new DataRequest.Fence(participants, infos), ReplyKind.STATUS, limit)
				.thenAccept(reply -> Replies.requireSuccess(operation, reply));
	}
}
