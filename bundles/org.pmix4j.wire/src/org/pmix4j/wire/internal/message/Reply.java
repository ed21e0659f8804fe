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
 * What a server answers. The wire does not say of which kind a reply is: who asked knows it, see {@link ReplyKind}.
 * Every request may be answered by {@link StatusReply}, which is read as the expected kind with nothing in it.
 *
 * <p>
 * What follows the status is sent only if the status is SUCCESS, unless a record says otherwise. Made and read by
 * {@link ReplyCodec}.
 *
 * @see "OpenPMIx src/server/pmix_server.c, the callback functions"
 */
public sealed interface Reply {
	/** @return how it went */
	Status status();

	/**
	 * Nothing but a status: the answer of most commands, and of any that fails.
	 *
	 * @param status how it went
	 */
	record StatusReply(Status status) implements Reply {
		/** It went well. */
		public static final StatusReply OK = new StatusReply(Status.SUCCESS);
	}

	/**
	 * To {@link JobRequest.JobInfoRequest}. Has no status on the wire if it is SUCCESS, and nothing else if it is not.
	 *
	 * @param status how it went
	 * @param nspace the sender's namespace
	 * @param data   what is known of it
	 */
	record JobInfoReply(Status status, String nspace, KvalBlob data) implements Reply {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public JobInfoReply {
			Nspace.requireValid(nspace);
		}
	}

	/**
	 * To {@link DataRequest.Get}. The receiver stores all of it, so that data of more processes than asked for spares it
	 * further requests.
	 *
	 * @param status how it went; SUCCESS without data means not found
	 * @param data   of the process that was asked for and maybe others; sent whatever the status
	 */
	record GetReply(Status status, List<ProcData> data) implements Reply {
		/** Copies the list. */
		public GetReply {
			data = List.copyOf(data);
		}
	}

	/**
	 * To {@link DataRequest.Lookup}.
	 *
	 * @param status how it went
	 * @param data   what was found
	 */
	record LookupReply(Status status, List<PublishedData> data) implements Reply {
		/** Copies the list. */
		public LookupReply {
			data = List.copyOf(data);
		}
	}

	/**
	 * To {@link JobRequest.Spawn}.
	 *
	 * @param status how it went
	 * @param nspace the new job's namespace; empty if there is none. Sent whatever the status
	 * @param data   job information of it
	 */
	record SpawnReply(Status status, String nspace, KvalBlob data) implements Reply {
		/** @throws IllegalArgumentException if the namespace's name is too long */
		public SpawnReply {
			Nspace.requireValid(nspace);
		}
	}

	/**
	 * To {@link JobRequest.Connect}.
	 *
	 * @param status     how it went
	 * @param namespaces job information of the participants' namespaces, without the receiver's own
	 */
	record ConnectReply(Status status, List<NamespaceData> namespaces) implements Reply {
		/** Copies the list. */
		public ConnectReply {
			namespaces = List.copyOf(namespaces);
		}
	}

	/**
	 * To {@link ControlRequest.QueryRequest}, {@link ControlRequest.Allocate}, {@link ControlRequest.JobControl},
	 * {@link ControlRequest.Monitor}, {@link ControlRequest.ValidateCredential}, {@link ControlRequest.SessionControl},
	 * {@link HardwareRequest.FabricRegister} and {@link HardwareRequest.FabricUpdate}. Job control that only registers files to
	 * clean up, and monitoring by the server itself, are answered by a lone status.
	 *
	 * @param status how it went
	 * @param infos  what came out; sent whatever the status
	 */
	record InfosReply(Status status, Infos infos) implements Reply {
	}

	/**
	 * To {@link ControlRequest.GetCredential}.
	 *
	 * @param status     how it went
	 * @param credential the credential, a secret
	 * @param infos      about it
	 */
	record CredentialReply(Status status, ByteObject credential, Infos infos) implements Reply {
		/** Without the credential, which is a secret. */
		@Override
		public String toString() {
			return "CredentialReply[status=" + status + ", credential=" + credential.size() + " bytes, infos=" + infos + "]";
		}
	}

	/**
	 * To {@link IofRequest.IofPull}.
	 *
	 * @param status how it went
	 * @param refId  the server's number, by which the requester ends it
	 */
	record IofPullReply(Status status, long refId) implements Reply {
	}

	/**
	 * To {@link GroupRequest.GroupConstruct}. Four forms are on the wire: releases up to 4.2.3 have the context id alone,
	 * whatever the status; those from 4.2.4 on also the members; 6.0 says whether there is a context id; 6.1 adds infos.
	 *
	 * @param status    how it went
	 * @param members   the group's members; empty in the first form
	 * @param contextId a number for the group, unsigned; empty if none was asked for
	 * @param groupInfo what members shared; only in the last form
	 */
	record GroupReply(Status status, List<Proc> members, OptionalLong contextId, Infos groupInfo) implements Reply {
		/** Copies the list. */
		public GroupReply {
			members = List.copyOf(members);
		}
	}

	/**
	 * To {@link HardwareRequest.ComputeDistances}.
	 *
	 * @param status    how it went
	 * @param distances to devices; sent whatever the status
	 */
	record DistancesReply(Status status, List<DeviceDistance> distances) implements Reply {
		/** Copies the list. */
		public DistancesReply {
			distances = List.copyOf(distances);
		}
	}

	/**
	 * To {@link DataRequest.RefreshCache}.
	 *
	 * @param status how it went
	 * @param data   all remote data of the process
	 */
	record RefreshReply(Status status, KvalBlob data) implements Reply {
	}

	/**
	 * To {@link DataRequest.ResolvePeers}.
	 *
	 * @param status how it went
	 * @param procs  the processes
	 */
	record ResolvePeersReply(Status status, List<Proc> procs) implements Reply {
		/** Copies the list. */
		public ResolvePeersReply {
			procs = List.copyOf(procs);
		}
	}

	/**
	 * To {@link DataRequest.ResolveNode}.
	 *
	 * @param status how it went
	 * @param nodes  names of nodes, separated by commas; empty if there are none
	 */
	record ResolveNodeReply(Status status, String nodes) implements Reply {
	}
}
