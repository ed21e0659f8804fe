// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;

/** Requests that exchange data between processes. */
public sealed interface DataRequest extends Request {

	/**
	 * COMMIT: all data that the sender has put so far. Answered by {@link Reply.StatusReply}.
	 *
	 * @param data for each scope; what is global is in the local and in the remote part. May be empty
	 */
	record Commit(List<ScopedData> data) implements DataRequest {
		/** Copies the list. */
		public Commit {
			data = List.copyOf(data);
		}
	}

	/**
	 * FENCENB: wait for all participants, and with pmix.collect bring their data here. Answered by {@link Reply.StatusReply}.
	 *
	 * @param procs the participants, at least one
	 * @param infos directives
	 */
	record Fence(List<Proc> procs, Infos infos) implements DataRequest {
		/** @throws IllegalArgumentException if there is no participant */
		public Fence {
			procs = Participants.requireSome(procs);
		}
	}

	/**
	 * GETNB: data of a process, or of a job if the rank is WILDCARD. Answered by {@link Reply.GetReply}.
	 *
	 * @param nspace whose data: namespace
	 * @param rank   whose data: rank
	 * @param infos  directives
	 * @param key    which datum must be there; empty if all are wanted
	 */
	record Get(String nspace, Rank rank, Infos infos, String key) implements DataRequest {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public Get {
			Nspace.requireValid(nspace);
		}
	}

	/**
	 * PUBLISHNB: make data known under keys. Answered by {@link Reply.StatusReply}.
	 *
	 * @param uid   the sender's effective user id, unsigned
	 * @param infos data and directives, mixed
	 */
	record Publish(int uid, Infos infos) implements DataRequest {
	}

	/**
	 * LOOKUPNB: find published data. Answered by {@link Reply.LookupReply}.
	 *
	 * @param uid   the sender's effective user id, unsigned
	 * @param keys  what is sought
	 * @param infos directives
	 */
	record Lookup(int uid, List<String> keys, Infos infos) implements DataRequest {
		/** Copies the list. */
		public Lookup {
			keys = List.copyOf(keys);
		}
	}

	/**
	 * UNPUBLISHNB: withdraw published data. Answered by {@link Reply.StatusReply}.
	 *
	 * @param uid   the sender's effective user id, unsigned
	 * @param keys  what to withdraw; empty for all of the sender's
	 * @param infos directives
	 */
	record Unpublish(int uid, List<String> keys, Infos infos) implements DataRequest {
		/** Copies the list. */
		public Unpublish {
			keys = List.copyOf(keys);
		}
	}

	/**
	 * REFRESH_CACHE, since 5.0: the newest remote data of a process. Answered by {@link Reply.RefreshReply}.
	 *
	 * @param nspace whose data: namespace
	 * @param rank   whose data: rank
	 */
	record RefreshCache(String nspace, Rank rank) implements DataRequest {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public RefreshCache {
			Nspace.requireValid(nspace);
		}
	}

	/**
	 * RESOLVE_PEERS, since 5.0.7: the processes of a namespace on a node. Answered by {@link Reply.ResolvePeersReply}.
	 *
	 * @param node   the node; empty for the server's
	 * @param nspace the namespace; empty for all
	 */
	record ResolvePeers(String node, String nspace) implements DataRequest {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public ResolvePeers {
			Nspace.requireValid(nspace);
		}
	}

	/**
	 * RESOLVE_NODE, since 5.0.7: the nodes of a namespace. Answered by {@link Reply.ResolveNodeReply}.
	 *
	 * @param nspace the namespace; empty for all
	 */
	record ResolveNode(String nspace) implements DataRequest {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public ResolveNode {
			Nspace.requireValid(nspace);
		}
	}
}
