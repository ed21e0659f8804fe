// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;

/** Requests that exchange data between processes. */
public sealed interface DataRequest extends Request.Command {

	/**
	 * COMMIT: all data that the sender has put so far. Answered by {@link Reply.StatusReply}.
	 *
	 * @param data data by scope; global data is in both the local and the remote part. May be empty
	 */
	record Commit(List<ScopedData> data) implements DataRequest {
		/** Copies the list. */
		public Commit {
			data = List.copyOf(data);
		}

		@Override
		public CommandCode command() {
			return CommandCode.COMMIT;
		}
	}

	/**
	 * FENCENB: waits for all participants and, with pmix.collect, collects their data. Answered by {@link Reply.StatusReply}.
	 *
	 * @param procs the participants, at least one
	 * @param infos directives
	 */
	record Fence(List<Proc> procs, Infos infos) implements DataRequest {
		/** @throws IllegalArgumentException if there is no participant */
		public Fence {
			procs = Request.Command.participants(procs);
		}

		@Override
		public CommandCode command() {
			return CommandCode.FENCENB;
		}
	}

	/**
	 * GETNB: requests data of a process, or of a job if the rank is WILDCARD. Answered by {@link Reply.GetReply}.
	 *
	 * @param nspace namespace of the data
	 * @param rank   rank of the data
	 * @param infos  directives
	 * @param key    key that must be present; empty for all keys
	 */
	record Get(String nspace, Rank rank, Infos infos, String key) implements DataRequest {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public Get {
			Nspace.requireValid(nspace);
		}

		@Override
		public CommandCode command() {
			return CommandCode.GETNB;
		}
	}

	/**
	 * PUBLISHNB: publishes data under keys. Answered by {@link Reply.StatusReply}.
	 *
	 * @param uid   the sender's effective user id, unsigned
	 * @param infos data and directives, mixed
	 */
	record Publish(int uid, Infos infos) implements DataRequest {
		@Override
		public CommandCode command() {
			return CommandCode.PUBLISHNB;
		}
	}

	/**
	 * LOOKUPNB: looks up published data. Answered by {@link Reply.LookupReply}.
	 *
	 * @param uid   the sender's effective user id, unsigned
	 * @param keys  keys to look up
	 * @param infos directives
	 */
	record Lookup(int uid, List<String> keys, Infos infos) implements DataRequest {
		/** Copies the list. */
		public Lookup {
			keys = List.copyOf(keys);
		}

		@Override
		public CommandCode command() {
			return CommandCode.LOOKUPNB;
		}
	}

	/**
	 * UNPUBLISHNB: removes published data. Answered by {@link Reply.StatusReply}.
	 *
	 * @param uid   the sender's effective user id, unsigned
	 * @param keys  keys to remove; empty for all keys of the sender
	 * @param infos directives
	 */
	record Unpublish(int uid, List<String> keys, Infos infos) implements DataRequest {
		/** Copies the list. */
		public Unpublish {
			keys = List.copyOf(keys);
		}

		@Override
		public CommandCode command() {
			return CommandCode.UNPUBLISHNB;
		}
	}

	/**
	 * REFRESH_CACHE, since 5.0: requests the current remote data of a process. Answered by {@link Reply.RefreshReply}.
	 *
	 * @param nspace namespace of the data
	 * @param rank   rank of the data
	 */
	record RefreshCache(String nspace, Rank rank) implements DataRequest {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public RefreshCache {
			Nspace.requireValid(nspace);
		}

		@Override
		public CommandCode command() {
			return CommandCode.REFRESH_CACHE;
		}
	}

	/**
	 * RESOLVE_PEERS, since 5.0.7: requests the processes of a namespace on a node. Answered by {@link Reply.ResolvePeersReply}.
	 *
	 * @param node   the node; empty for the server's
	 * @param nspace the namespace; empty for all
	 */
	record ResolvePeers(String node, String nspace) implements DataRequest {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public ResolvePeers {
			Nspace.requireValid(nspace);
		}

		@Override
		public CommandCode command() {
			return CommandCode.RESOLVE_PEERS;
		}
	}

	/**
	 * RESOLVE_NODE, since 5.0.7: requests the nodes of a namespace. Answered by {@link Reply.ResolveNodeReply}.
	 *
	 * @param nspace the namespace; empty for all
	 */
	record ResolveNode(String nspace) implements DataRequest {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public ResolveNode {
			Nspace.requireValid(nspace);
		}

		@Override
		public CommandCode command() {
			return CommandCode.RESOLVE_NODE;
		}
	}
}
