// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.Optional;

/**
 * The commands by the number that opens every request; the position in this list is that number. Names are those of the
 * C library.
 *
 * @see "OpenPMIx src/include/pmix_globals.h and src/include/types.h, pmix_cmd_t"
 */
public enum CommandCode {
	/** Job information of one's own namespace. */
	REQ,
	/** End of processes. */
	ABORT,
	/** Data of this process for others. */
	COMMIT,
	/** Barrier, with or without exchange of data. */
	FENCENB,
	/** Data of a process or job. */
	GETNB,
	/** Goodbye. */
	FINALIZE,
	/** Publication of data by key. */
	PUBLISHNB,
	/** Search for published data. */
	LOOKUPNB,
	/** Withdrawal of published data. */
	UNPUBLISHNB,
	/** Start of a job. */
	SPAWNNB,
	/** Connection of namespaces. */
	CONNECTNB,
	/** End of such a connection. */
	DISCONNECTNB,
	/** An event, from a client or to it. */
	NOTIFY,
	/** Wish for events. */
	REGEVENTS,
	/** End of that wish; the only command without a reply. */
	DEREGEVENTS,
	/** Questions. */
	QUERY,
	/** Data to log. */
	LOG,
	/** Change of an allocation. */
	ALLOC,
	/** Control of jobs. */
	JOB_CONTROL,
	/** Monitoring of a process. */
	MONITOR,
	/** Wish for a credential. */
	GET_CREDENTIAL,
	/** Check of a credential. */
	VALIDATE_CRED,
	/** Wish for output of processes. */
	IOF_PULL,
	/** Standard input for processes. */
	IOF_PUSH,
	/** Construction of a group; since 4.0. */
	GROUP_CONSTRUCT,
	/** Never sent: joining works by events. */
	GROUP_JOIN,
	/** Never sent: inviting works by events. */
	GROUP_INVITE,
	/** Departure from a group; no release of the C library serves it. */
	GROUP_LEAVE,
	/** End of a group; since 4.0. */
	GROUP_DESTRUCT,
	/** End of the wish for output. */
	IOF_DEREG,
	/** Wish for information on a fabric; since 4.0. */
	FABRIC_REGISTER,
	/** The same once more; since 4.0. */
	FABRIC_UPDATE,
	/** Distances to devices; since 4.0. */
	COMPUTE_DEVICE_DISTANCES,
	/** Newest data of a process; since 5.0. */
	REFRESH_CACHE,
	/** Definition of resource blocks; since 6.0. */
	RESBLK,
	/** Control of a session; since 6.0. */
	SESSION_CTRL,
	/** Defined in 6.0, but nobody sends it. */
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
	 * @return the command; empty if no release that is known here has one of that number
	 */
	public static Optional<CommandCode> of(int code) {
		return code >= 0 && code < ALL.length ? Optional.of(ALL[code]) : Optional.empty();
	}
}
