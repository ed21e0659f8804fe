// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** Encodes the fields of IOF requests and decodes their parts. Stateless. */
final class IofRequests {
	private IofRequests() {
	}

	static void write(IofRequest request, MessageWriter out) throws PmixException {
		if (request instanceof IofRequest.IofPull pull) {
			out.procs(pull.procs()).infos(pull.infos());
			// servers of 3.x expect the id, although their own clients do not send it
			out.put(pull.channels()).size(pull.localId());
		} else if (request instanceof IofRequest.IofPush push) {
			out.procs(push.targets()).infos(push.infos());
			if (push.eof() || push.data().size() > 0) {
				out.put(push.data());
			}
		} else if (request instanceof IofRequest.IofDeregister deregister) {
			out.infos(deregister.infos()).size(deregister.refId());
		}
	}

	static Request push(MessageReader in) throws MalformedMessageException {
		List<Proc> targets = in.procs();
		Infos infos = in.infos();
		if (!in.hasRemaining()) {
			return new IofRequest.IofPush(targets, infos, ByteObject.EMPTY, false);
		}
		ByteObject data = in.bytes();
		return new IofRequest.IofPush(targets, infos, data, data.size() == 0);
	}
}
