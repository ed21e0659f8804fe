// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.SelectorLoop;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.ProcData;

/** Data like that of a real job on one node, and the format of a libpmix 4.2 peer. Stateless. */
final class Samples {
	static final PeerFormat PEER = new PeerFormat(new Encoding(Dialect.V41, false), PeerVersion.parse("4.2.2"), Limits.DEFAULT);
	static final String NSPACE = "pmix4j-12345@1";
	private static final int ENDPOINT_SIZE = 120;

	private Samples() {
	}

	/** Opens a loop; throws no checked exception, so that benchmarks can use it in field initializers. */
	static SelectorLoop loop() {
		try {
			return SelectorLoop.open("benchmark");
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Returns infos of the most frequent types. */
	static Infos infos(int count) {
		List<Info> infos = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			infos.add(Info.of("pmix.some.key" + i, switch (i % 5) {
				case 0 -> new PmixValue.UInt32(i * 1000);
				case 1 -> new PmixValue.Str("some text of usual length");
				case 2 -> new PmixValue.Bool(true);
				case 3 -> new Proc(NSPACE, Rank.of(i));
				default -> new PmixValue.Size(i);
			}));
		}
		return new Infos(infos);
	}

	/** Returns the job data that a client receives: some of the job and the node, and eight values of each rank. */
	static List<Kval> job(int ranks) {
		List<Kval> all = new ArrayList<>();
		add(all, Info.of(JobAttributes.JOBID, NSPACE));
		add(all, Info.of(JobAttributes.JOB_SIZE, ranks));
		add(all, Info.of(SessionAttributes.UNIV_SIZE, ranks));
		add(all, Info.of(JobAttributes.MAX_PROCS, ranks));
		add(all, Info.of(NodeAttributes.LOCAL_SIZE, ranks));
		all.add(array(LevelAttributes.NODE_INFO_ARRAY.key(), Infos.of(Info.of(NodeAttributes.HOSTNAME, "node001"),
				Info.of(NodeAttributes.LOCAL_SIZE, ranks))));
		for (int rank = 0; rank < ranks; rank++) {
			all.add(array(LevelAttributes.PROC_INFO_ARRAY.key(), rank(rank)));
		}
		return all;
	}

	private static Infos rank(int rank) {
		return Infos.of(Info.of(ProcAttributes.RANK, Rank.of(rank)), Info.of(ProcAttributes.GLOBAL_RANK, Rank.of(rank)),
				Info.of(ProcAttributes.APP_RANK, Rank.of(rank)), Info.of(ProcAttributes.LOCAL_RANK, rank),
				Info.of(ProcAttributes.NODE_RANK, rank), Info.of(AppAttributes.APPNUM, 0), Info.of(NodeAttributes.HOSTNAME, "node001"),
				Info.of(NodeAttributes.NODEID, 0));
	}

	private static Kval array(String key, Infos infos) {
		return new Kval(key, DataArray.of(infos));
	}

	private static void add(List<Kval> all, Info info) {
		all.add(new Kval(info.key(), info.value()));
	}

	/** Returns the data that every rank has put: a network endpoint. */
	static List<ProcData> modex(int ranks) throws PmixException {
		List<ProcData> all = new ArrayList<>();
		for (int rank = 0; rank < ranks; rank++) {
			KvalBlob own = KvalBlob.of(List.of(new Kval("btl.tcp.5.0", ByteObject.wrap(new byte[ENDPOINT_SIZE]))));
			KvalBlob packed = KvalBlob.packed(PEER.encoding(), own.encodedFor(PEER.encoding(), PEER.limits()));
			all.add(new ProcData(new Proc(NSPACE, Rank.of(rank)), packed));
		}
		return all;
	}
}
