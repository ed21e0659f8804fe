// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** Encodes the fields of job requests and decodes their parts. Stateless. */
final class JobRequests {
	private JobRequests() {
	}

	static void write(JobRequest request, MessageWriter out) throws PmixException {
		if (request instanceof JobRequest.Abort abort) {
			out.put(abort.status()).text(abort.message()).procs(abort.procs());
		} else if (request instanceof JobRequest.Spawn spawn) {
			out.infos(spawn.infos()).counted(DataType.APP, spawn.apps());
		} else if (request instanceof JobRequest.Connect connect) {
			out.procs(connect.procs()).infos(connect.infos());
			for (Info endpoint : connect.endpoints()) {
				out.put(endpoint);
			}
		} else if (request instanceof JobRequest.Disconnect disconnect) {
			out.procs(disconnect.procs()).infos(disconnect.infos());
		}
		// requests for job information and to finalize have no fields
	}

	static Request connect(MessageReader in) throws MalformedMessageException {
		List<Proc> procs = in.procs();
		Infos infos = in.infos();
		List<Info> endpoints = new ArrayList<>();
		while (in.hasRemaining() && endpoints.size() < JobRequest.Connect.MAX_ENDPOINTS) {
			endpoints.add(in.info());
		}
		return new JobRequest.Connect(procs, infos, new Infos(endpoints));
	}
}
