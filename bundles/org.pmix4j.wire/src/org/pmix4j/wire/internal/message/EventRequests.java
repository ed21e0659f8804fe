// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Encodes the fields of event requests. Stateless. */
final class EventRequests {
	private EventRequests() {
	}

	static void write(EventRequest request, MessageWriter out) throws PmixException {
		switch (request) {
			case EventRequest.Notify event -> out.put(event.code()).put(event.range()).infos(event.infos());
			case EventRequest.RegisterEvents register -> out.counted(DataType.STATUS, register.codes()).infos(register.infos());
			case EventRequest.DeregisterEvents deregister -> {
				for (Status code : deregister.codes()) {
					out.put(code);
				}
			}
		}
	}
}
