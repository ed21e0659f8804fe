// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/** Encodes control requests. Stateless. */
final class ControlRequests {
	private ControlRequests() {
	}

	static void write(ControlRequest request, MessageWriter out) throws PmixException {
		switch (request) {
			case ControlRequest.QueryRequest query -> out.command(CommandCode.QUERY).counted(DataType.QUERY, query.queries());
			case ControlRequest.Log log ->
				out.command(CommandCode.LOG).put(new PmixValue.Time(log.timestamp())).infos(log.data()).infos(log.directives());
			case ControlRequest.Allocate allocate -> out.command(CommandCode.ALLOC).put(allocate.directive()).infos(allocate.infos());
			case ControlRequest.JobControl control ->
				out.command(CommandCode.JOB_CONTROL).procs(control.targets()).infos(control.infos());
			case ControlRequest.Monitor monitor ->
				out.command(CommandCode.MONITOR).put(monitor.monitor()).put(monitor.error()).infos(monitor.infos());
			case ControlRequest.GetCredential get -> out.command(CommandCode.GET_CREDENTIAL).infos(get.infos());
			case ControlRequest.ValidateCredential validate ->
				out.command(CommandCode.VALIDATE_CRED).put(validate.credential()).infos(validate.infos());
			case ControlRequest.SessionControl session ->
				out.command(CommandCode.SESSION_CTRL).uint32(session.sessionId()).infos(session.infos());
			case ControlRequest.ResourceBlock block -> {
				out.command(CommandCode.RESBLK).put(block.directive()).text(block.block());
				out.counted(DataType.RESOURCE_UNIT, block.units()).infos(block.infos());
			}
		}
	}
}
