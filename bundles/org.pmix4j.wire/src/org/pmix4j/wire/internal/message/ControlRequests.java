// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/** Encodes the fields of control requests. Stateless. */
final class ControlRequests {
	private ControlRequests() {
	}

	static void write(ControlRequest request, MessageWriter out) throws PmixException {
		switch (request) {
			case ControlRequest.QueryRequest query -> out.counted(DataType.QUERY, query.queries());
			case ControlRequest.Log log -> out.put(new PmixValue.Time(log.timestamp())).infos(log.data()).infos(log.directives());
			case ControlRequest.Allocate allocate -> out.put(allocate.directive()).infos(allocate.infos());
			case ControlRequest.JobControl control -> out.procs(control.targets()).infos(control.infos());
			case ControlRequest.Monitor monitor -> out.put(monitor.monitor()).put(monitor.error()).infos(monitor.infos());
			case ControlRequest.GetCredential get -> out.infos(get.infos());
			case ControlRequest.ValidateCredential validate -> out.put(validate.credential()).infos(validate.infos());
			case ControlRequest.SessionControl session -> out.uint32(session.sessionId()).infos(session.infos());
			case ControlRequest.ResourceBlock block -> {
				out.put(block.directive()).text(block.block());
				out.counted(DataType.RESOURCE_UNIT, block.units()).infos(block.infos());
			}
		}
	}
}
