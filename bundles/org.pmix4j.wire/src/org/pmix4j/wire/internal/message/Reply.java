// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;
import java.util.OptionalLong;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;

/**
 * Replies of a server. The kind of a reply is not on the wire; the requester knows it, see {@link ReplyKind}. A {@link StatusReply} may
 * answer any request and is read as the expected kind without content.
 *
 * <p>Fields after the status are sent only if the status is SUCCESS, unless a record says otherwise. Encoded and decoded by {@link
 * ReplyCodec}.
 *
 * @see "OpenPMIx src/server/pmix_server.c, the callback functions"
 */
public sealed interface Reply {
	/** @return outcome of the request */
	Status status();

	/**
	 * A status alone: the reply to most commands, and to any command that fails.
	 *
	 * @param status outcome of the request
	 */
	record StatusReply(Status status) implements Reply {
		/** Success. */
		public static final StatusReply OK = new StatusReply(Status.SUCCESS);
	}

	/**
	 * Reply to {@link JobRequest.JobInfoRequest}. On the wire, a status of SUCCESS is omitted, and any other status stands alone.
	 *
	 * @param status outcome of the request
	 * @param nspace the requester's namespace
	 * @param data   its job information
	 */
	record JobInfoReply(Status status, String nspace, KvalBlob data) implements Reply {
		/** @throws IllegalArgumentException if the name of the namespace is too long */
		public JobInfoReply {
			Nspace.requireValid(nspace);
		}
	}

	/**
	 * Reply to {@link DataRequest.Get}. The requester stores all data, so including more processes than requested saves it further
	 * requests.
	 *
	 * @param status outcome of the request; SUCCESS without data means not found
	 * @param data   data of the requested process and possibly of others; sent with any status
	 */
	record GetReply(Status status, List<ProcData> data) implements Reply {
		/** Copies the list. */
		public GetReply {
			data = List.copyOf(data);
		}
	}

	/**
	 * Reply to {@link DataRequest.Lookup}.
	 *
	 * @param status outcome of the request
	 * @param data   the data found
	 */
	record LookupReply(Status status, List<PublishedData> data) implements Reply {
		/** Copies the list. */
		public LookupReply {
			data = List.copyOf(data);
		}
	}

	/**
	 * Reply to {@link JobRequest.Spawn}.
	 *
	 * @param status outcome of the request
	 * @param nspace namespace of the new job; empty if there is none. Sent with any status
	 * @param data   its job information
	 */
	record SpawnReply(Status status, String nspace, KvalBlob data) implements Reply {
		/** @throws IllegalArgumentException if the name of the namespace is too long */
		public SpawnReply {
			Nspace.requireValid(nspace);
		}
	}

	/**
	 * Reply to {@link JobRequest.Connect}.
	 *
	 * @param status     outcome of the request
	 * @param namespaces job information of the participants' namespaces, except the requester's own
	 */
	record ConnectReply(Status status, List<NamespaceData> namespaces) implements Reply {
		/** Copies the list. */
		public ConnectReply {
			namespaces = List.copyOf(namespaces);
		}
	}

	/**
	 * Reply to {@link ControlRequest.QueryRequest}, {@link ControlRequest.Allocate}, {@link ControlRequest.JobControl}, {@link
	 * ControlRequest.Monitor}, {@link ControlRequest.ValidateCredential}, {@link ControlRequest.SessionControl}, {@link
	 * HardwareRequest.FabricRegister} and {@link HardwareRequest.FabricUpdate}. Job control that only registers files for cleanup, and
	 * monitoring by the server itself, are answered by a status alone.
	 *
	 * @param status outcome of the request
	 * @param infos  results; sent with any status
	 */
	record InfosReply(Status status, Infos infos) implements Reply {
	}

	/**
	 * Reply to {@link ControlRequest.GetCredential}.
	 *
	 * @param status     outcome of the request
	 * @param credential the credential, which is secret
	 * @param infos      details
	 */
	record CredentialReply(Status status, ByteObject credential, Infos infos) implements Reply {
		/** Omits the credential, which is secret. */
		@Override
		public String toString() {
			return "CredentialReply[status=" + status + ", credential=" + credential.size() + " bytes, infos=" + infos + "]";
		}
	}

	/**
	 * Reply to {@link IofRequest.IofPull}.
	 *
	 * @param status outcome of the request
	 * @param refId  the server's handle, with which the requester deregisters
	 */
	record IofPullReply(Status status, long refId) implements Reply {
	}

	/**
	 * Reply to {@link GroupRequest.GroupConstruct}. The wire has four layouts: up to 4.2.3 the context id alone, with any status; from
	 * 4.2.4 on also the members; 6.0 adds a flag for the context id; 6.1 adds infos.
	 *
	 * @param status    outcome of the request
	 * @param members   members of the group; empty in the first layout
	 * @param contextId number of the group, unsigned; empty if none was requested
	 * @param groupInfo infos shared by the members; only in the last layout
	 */
	record GroupReply(Status status, List<Proc> members, OptionalLong contextId, Infos groupInfo) implements Reply {
		/** Copies the list. */
		public GroupReply {
			members = List.copyOf(members);
		}
	}

	/**
	 * Reply to {@link HardwareRequest.ComputeDistances}.
	 *
	 * @param status    outcome of the request
	 * @param distances distances to devices; sent with any status
	 */
	record DistancesReply(Status status, List<DeviceDistance> distances) implements Reply {
		/** Copies the list. */
		public DistancesReply {
			distances = List.copyOf(distances);
		}
	}

	/**
	 * Reply to {@link DataRequest.RefreshCache}.
	 *
	 * @param status outcome of the request
	 * @param data   all remote data of the process
	 */
	record RefreshReply(Status status, KvalBlob data) implements Reply {
	}

	/**
	 * Reply to {@link DataRequest.ResolvePeers}.
	 *
	 * @param status outcome of the request
	 * @param procs  the processes
	 */
	record ResolvePeersReply(Status status, List<Proc> procs) implements Reply {
		/** Copies the list. */
		public ResolvePeersReply {
			procs = List.copyOf(procs);
		}
	}

	/**
	 * Reply to {@link DataRequest.ResolveNode}.
	 *
	 * @param status outcome of the request
	 * @param nodes  names of the nodes, comma separated; empty if there are none
	 */
	record ResolveNodeReply(Status status, String nodes) implements Reply {
	}
}
