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
			case QUERY, LOG, ALLOC, JOB_CONTROL, MONITOR, GET_CREDENTIAL, VALIDATE_CRED, RESBLK, SESSION_CTRL ->
				passControl((ControlRequest) request, who);
			case IOF_PULL, IOF_PUSH, IOF_DEREG -> passOutput((IofRequest) request, who);
			case GROUP_CONSTRUCT, GROUP_JOIN, GROUP_INVITE, GROUP_LEAVE, GROUP_DESTRUCT -> passGroup((GroupRequest) request, who);
			case FABRIC_REGISTER -> examine("PMIx_Fabric_register", who, ((HardwareRequest.FabricRegister) request).infos());
			case REQ, ABORT, COMMIT, GETNB, FINALIZE, SPAWNNB, NOTIFY, REGEVENTS, DEREGEVENTS, FABRIC_UPDATE, COMPUTE_DEVICE_DISTANCES,
					REFRESH_CACHE, REQ_SYSINFO, RESOLVE_PEERS, RESOLVE_NODE -> {
				// without directives, or the directives are examined where they are followed
			}
		}
	}

	private void passControl(ControlRequest request, Proc who) throws PmixException {
		switch (request) {
			case ControlRequest.QueryRequest all -> {
				for (Query query : all.queries()) {
					examine("PMIx_Query_info", who, query.qualifiers());
				}
			}
			case ControlRequest.Log log -> examine("PMIx_Log", who, log.directives().concat(mails(log.data())));
			case ControlRequest.Allocate allocate -> examine("PMIx_Allocation_request", who, allocate.infos());
			case ControlRequest.JobControl control -> examine("PMIx_Job_control", who, control.infos());
			case ControlRequest.Monitor monitor -> examine("PMIx_Process_monitor", who, monitor.infos().with(monitor.monitor()));
			case ControlRequest.GetCredential credential -> examine("PMIx_Get_credential", who, credential.infos());
			case ControlRequest.ValidateCredential validate -> examine("PMIx_Validate_credential", who, validate.infos());
			case ControlRequest.SessionControl control -> examine("PMIx_Session_control", who, control.infos());
			case ControlRequest.ResourceBlock block -> examine("PMIx_Resource_block", who, block.infos());
		}
	}

	/** Returns the mails among the data, whose details are directives, too. */
	private static List<Info> mails(Infos data) {
		return data.stream().filter(datum -> datum.key().equals(LogAttributes.LOG_EMAIL.key())).toList();
	}

	private void passOutput(IofRequest request, Proc who) throws PmixException {
		switch (request) {
			case IofRequest.IofPull pull -> examine("PMIx_IOF_pull", who, pull.infos());
			case IofRequest.IofPush push -> examine("PMIx_IOF_push", who, push.infos());
			case IofRequest.IofDeregister end -> examine("PMIx_IOF_deregister", who, end.infos());
		}
	}

	private void passGroup(GroupRequest request, Proc who) throws PmixException {
		switch (request) {
			case GroupRequest.GroupConstruct construct -> examine("PMIx_Group_construct", who, construct.infos());
			case GroupRequest.GroupInvite invite -> examine("PMIx_Group_invite", who, invite.infos());
			case GroupRequest.GroupJoin join -> {
				// has no directives
			}
			case GroupRequest.GroupLeave leave -> examine("PMIx_Group_leave", who, leave.infos());
			case GroupRequest.GroupDestruct destruct -> examine("PMIx_Group_destruct", who, destruct.infos());
		}
	}

	private void examine(String function, Proc who, Infos directives) throws PmixException {
		if (!directives.isEmpty()) {
			listener.directivesGiven(function, who, directives);
		}
	}
}
