// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ScopedData;

/** Shortcuts for commits and gets of texts. */
final class Puts {
	private Puts() {
	}

	static ScopedData local(String... keysAndValues) {
		return new ScopedData(Scope.LOCAL, blob(keysAndValues));
	}

	static ScopedData remote(String... keysAndValues) {
		return new ScopedData(Scope.REMOTE, blob(keysAndValues));
	}

	static DataRequest.Commit commit(ScopedData... parts) {
		return new DataRequest.Commit(List.of(parts));
	}

	/** Commits with scope GLOBAL, which C clients put into both parts. */
	static DataRequest.Commit commit(String... keysAndValues) {
		return commit(local(keysAndValues), remote(keysAndValues));
	}

	static KvalBlob blob(String... keysAndValues) {
		List<Kval> kvals = new ArrayList<>();
		for (int i = 0; i < keysAndValues.length; i += 2) {
			kvals.add(new Kval(keysAndValues[i], new PmixValue.Str(keysAndValues[i + 1])));
		}
		return KvalBlob.of(kvals);
	}

	static DataRequest.Get get(String nspace, int rank, String key, Info... infos) {
		return get(nspace, Rank.of(rank), key, infos);
	}

	static DataRequest.Get get(String nspace, Rank rank, String key, Info... infos) {
		return new DataRequest.Get(nspace, rank, Infos.of(infos), key);
	}

	/** Returns keys and texts of the first process in the reply. */
	static Map<String, String> values(Reply.GetReply reply, TestPeer peer) throws PmixException {
		return values(reply.data().get(0), peer);
	}

	static Map<String, String> values(ProcData data, TestPeer peer) throws PmixException {
		Map<String, String> values = new LinkedHashMap<>();
		for (Kval kval : data.data().kvals(peer.format().limits())) {
			values.put(kval.key(), kval.value() instanceof PmixValue.Str text ? text.value() : kval.value().toString());
		}
		return values;
	}

	static List<Proc> owners(Reply.GetReply reply) {
		return reply.data().stream().map(ProcData::proc).toList();
	}
}
