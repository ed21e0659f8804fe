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

/** Encodes job requests and decodes their parts. Stateless. */
final class JobRequests {
	private JobRequests() {
	}

	static void write(JobRequest request, MessageWriter out) throws PmixException {
		if (request instanceof JobRequest.JobInfoRequest) {
			out.command(CommandCode.REQ);
		} else if (request instanceof JobRequest.Abort abort) {
			out.command(CommandCode.ABORT).put(abort.status()).text(abort.message()).procs(abort.procs());
		} else if (request instanceof JobRequest.Finalize) {
			out.command(CommandCode.FINALIZE);
		} else if (request instanceof JobRequest.Spawn spawn) {
			out.command(CommandCode.SPAWNNB).infos(spawn.infos()).counted(DataType.APP, spawn.apps());
		} else if (request instanceof JobRequest.Connect connect) {
			out.command(CommandCode.CONNECTNB).procs(connect.procs()).infos(connect.infos());
			for (Info endpoint : connect.endpoints()) {
				out.put(endpoint);
			}
		} else if (request instanceof JobRequest.Disconnect disconnect) {
			out.command(CommandCode.DISCONNECTNB).procs(disconnect.procs()).infos(disconnect.infos());
		}
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
