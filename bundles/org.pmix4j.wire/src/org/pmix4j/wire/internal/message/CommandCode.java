// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.Optional;

/**
 * Command codes, the first field of every request. The code is the constant's position; names are those of the C library.
 *
 * @see "OpenPMIx src/include/pmix_globals.h and src/include/types.h, pmix_cmd_t"
 */
public enum CommandCode {
	/** Job information of the sender's namespace. */
	REQ,
	/** Termination of processes. */
	ABORT,
	/** Data of the sender for other processes. */
	COMMIT,
	/** Fence, with or without data exchange. */
	FENCENB,
	/** Data of a process or job. */
	GETNB,
	/** Announcement that the sender disconnects. */
	FINALIZE,
	/** Publication of data under keys. */
	PUBLISHNB,
	/** Search for published data. */
	LOOKUPNB,
	/** Removal of published data. */
	UNPUBLISHNB,
	/** Launch of a job. */
	SPAWNNB,
	/** Connection of namespaces. */
	CONNECTNB,
	/** Disconnection of connected namespaces. */
	DISCONNECTNB,
	/** An event, in either direction. */
	NOTIFY,
	/** Registration for events. */
	REGEVENTS,
	/** Deregistration from events; the only command without a reply. */
	DEREGEVENTS,
	/** Queries. */
	QUERY,
	/** Data to log. */
	LOG,
	/** Allocation request. */
	ALLOC,
	/** Job control. */
	JOB_CONTROL,
	/** Monitoring of a process. */
	MONITOR,
	/** Request for a credential. */
	GET_CREDENTIAL,
	/** Validation of a credential. */
	VALIDATE_CRED,
	/** Registration for output of processes. */
	IOF_PULL,
	/** Standard input for processes. */
	IOF_PUSH,
	/** Construction of a group; since 4.0. */
	GROUP_CONSTRUCT,
	/** Answer to an invitation to a group; since 7.0, before that an event. */
	GROUP_JOIN,
	/** Invitation to a group; since 7.0, before that an event. */
	GROUP_INVITE,
	/** Departure from a group; not implemented by any release of the C library. */
	GROUP_LEAVE,
	/** Destruction of a group; since 4.0. */
	GROUP_DESTRUCT,
	/** Deregistration from output. */
	IOF_DEREG,
	/** Request for information about a fabric; since 4.0. */
	FABRIC_REGISTER,
	/** Update of that information; since 4.0. */
	FABRIC_UPDATE,
	/** Distances to devices; since 4.0. */
	COMPUTE_DEVICE_DISTANCES,
	/** Current remote data of a process; since 5.0. */
	REFRESH_CACHE,
	/** Definition of resource blocks; since 6.0. */
	RESBLK,
	/** Control of a session; since 6.0. */
	SESSION_CTRL,
	/** Defined in 6.0 but never sent. */
	REQ_SYSINFO,
	/** The processes of a namespace on a node; since 5.0.7. */
	RESOLVE_PEERS,
	/** The nodes of a namespace; since 5.0.7. */
	RESOLVE_NODE;

	private static final CommandCode[] ALL = values();

	/** @return the number on the wire */
	public int code() {
		return ordinal();
	}

	/**
	 * @param code a number from the wire
	 * @return the command; empty if no known release defines the number
	 */
	public static Optional<CommandCode> of(int code) {
		return code >= 0 && code < ALL.length ? Optional.of(ALL[code]) : Optional.empty();
	}
}
