// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.util.List;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.server.spi.DirectiveListener;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.Request;

/**
 * Passes the directives of requests to the host, which may refuse them. A host that is not on the loop sees them only with its own calls.
 * Owned by the {@link Dispatcher}, on the server's loop.
 */
final class DirectiveGate {
	private final DirectiveListener listener;

	DirectiveGate(PmixHost host) {
		listener = host instanceof LoopHost resident ? resident : new DirectiveListener() {
		};
	}

	/** Throws with the status for the process if the host refuses the directives. */
	void pass(Request.Command request, Proc who) throws PmixException {
		switch (request.command()) {
			case FENCENB -> examine("PMIx_Fence", who, ((DataRequest.Fence) request).infos());
			case PUBLISHNB -> examine("PMIx_Publish", who, ((DataRequest.Publish) request).infos());
			case LOOKUPNB -> examine("PMIx_Lookup", who, ((DataRequest.Lookup) request).infos());
			case UNPUBLISHNB -> examine("PMIx_Unpublish", who, ((DataRequest.Unpublish) request).infos());
			case CONNECTNB -> examine("PMIx_Connect", who, ((JobRequest.Connect) request).infos());
			case DISCONNECTNB -> examine("PMIx_Disconnect", who, ((JobRequest.Disconnect) request).infos());
			case QUERY -> {
				for (Query query : ((ControlRequest.QueryRequest) request).queries()) {
					examine("PMIx_Query_info", who, query.qualifiers());
				}
			}
			case LOG -> {
				ControlRequest.Log log = (ControlRequest.Log) request;
				examine("PMIx_Log", who, log.directives().concat(mails(log.data())));
			}
			case ALLOC -> examine("PMIx_Allocation_request", who, ((ControlRequest.Allocate) request).infos());
			case JOB_CONTROL -> examine("PMIx_Job_control", who, ((ControlRequest.JobControl) request).infos());
			case MONITOR -> {
				ControlRequest.Monitor monitor = (ControlRequest.Monitor) request;
				examine("PMIx_Process_monitor", who, monitor.infos().with(monitor.monitor()));
			}
			case GET_CREDENTIAL -> examine("PMIx_Get_credential", who, ((ControlRequest.GetCredential) request).infos());
			case VALIDATE_CRED -> examine("PMIx_Validate_credential", who, ((ControlRequest.ValidateCredential) request).infos());
			case RESBLK -> examine("PMIx_Resource_block", who, ((ControlRequest.ResourceBlock) request).infos());
			case SESSION_CTRL -> examine("PMIx_Session_control", who, ((ControlRequest.SessionControl) request).infos());
			case IOF_PULL -> examine("PMIx_IOF_pull", who, ((IofRequest.IofPull) request).infos());
			case IOF_PUSH -> examine("PMIx_IOF_push", who, ((IofRequest.IofPush) request).infos());
			case IOF_DEREG -> examine("PMIx_IOF_deregister", who, ((IofRequest.IofDeregister) request).infos());
			case GROUP_CONSTRUCT -> examine("PMIx_Group_construct", who, ((GroupRequest.GroupConstruct) request).infos());
			case GROUP_INVITE -> examine("PMIx_Group_invite", who, ((GroupRequest.GroupInvite) request).infos());
			case GROUP_LEAVE -> examine("PMIx_Group_leave", who, ((GroupRequest.GroupLeave) request).infos());
			case GROUP_DESTRUCT -> examine("PMIx_Group_destruct", who, ((GroupRequest.GroupDestruct) request).infos());
			case FABRIC_REGISTER -> examine("PMIx_Fabric_register", who, ((HardwareRequest.FabricRegister) request).infos());
			case REQ, ABORT, COMMIT, GETNB, FINALIZE, SPAWNNB, NOTIFY, REGEVENTS, DEREGEVENTS, FABRIC_UPDATE, COMPUTE_DEVICE_DISTANCES,
					REFRESH_CACHE, REQ_SYSINFO, RESOLVE_PEERS, RESOLVE_NODE, GROUP_JOIN -> {
				// without directives, or the directives are examined where they are followed
			}
		}
	}

	/** Returns the mails among the data, whose details are directives, too. */
	private static List<Info> mails(Infos data) {
		return data.stream().filter(datum -> datum.key().equals(LogAttributes.LOG_EMAIL.key())).toList();
	}

	private void examine(String function, Proc who, Infos directives) throws PmixException {
		if (!directives.isEmpty()) {
			listener.directivesGiven(function, who, directives);
		}
	}
}
