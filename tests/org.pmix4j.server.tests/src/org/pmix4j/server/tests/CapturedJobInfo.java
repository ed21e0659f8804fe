// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionDirectoryAttributes;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Job information recorded from a C server 4.2.2 (Debian 12, libpmix2 4.2.2-1+deb12u1) for a job of four ranks on two nodes: the data
 * registered by its host, and its reply to a client's REQ. Recorded with strace from a server program written for the purpose, on a node
 * called vm.
 */
final class CapturedJobInfo {
	static final String NODE = "vm";
	private static final int RANKS = 4;
	private static final int LOCAL = 2;
	private static final String ANSWER = """
			020a6a6f6231000216706d69782e6a6f62696400030a6a6f623100021c706d69782e6a6f622e73697a65000e04021c706d69782e6d6178\
			2e73697a65000e08021e706d69782e6a6f622e6e61707073000e010216706d69782e6e736469720003282f7372762f706d69782d622f74\
			2f6e7364697200021e706d69782e6e756d2e6e6f646573000e020216706d69782e6e6c697374000312766d2c6e6f646531000220706d69\
			782e6266726f70732e6d6f64000312342e322e3272633200021a706d69782e73736e2e6172720027180220706d69782e73657373696f6e\
			2e696400000effffffff0f1e706d69782e756e69762e73697a6500020e08021c706d69782e6e6f64652e6172720027180416706d69782e\
			686e616d6500000306766d0018706d69782e6c706565727300000308302c310014706d69782e6c6c64720000280020706d69782e6c6f63\
			616c2e73697a6500020e02021c706d69782e6e6f64652e6172720027180516706d69782e686e616d650000030c6e6f6465310018706d69\
			782e6e6f6465696400000e0118706d69782e6c706565727300000308322c330014706d69782e6c6c64720000280220706d69782e6c6f63\
			616c2e73697a6500020e02021a706d69782e6170702e6172720027180318706d69782e6170706e756d00000e001c706d69782e6170702e\
			73697a6500000e0414706d69782e616c6472000228000216706d69782e70626c6f62001b7202000218706d69782e6170706e756d000e00\
			0216706d69782e6772616e6b0028000216706d69782e6c72616e6b000d000216706d69782e6e72616e6b000d000218706d69782e6e6f64\
			656964000e00021a706d69782e61707072616e6b0028000216706d69782e686e616d65000306766d000216706d69782e70626c6f62001b\
			7202010218706d69782e6170706e756d000e000216706d69782e6772616e6b0028010216706d69782e6c72616e6b000d010216706d6978\
			2e6e72616e6b000d010218706d69782e6e6f64656964000e00021a706d69782e61707072616e6b0028010216706d69782e686e616d6500\
			0306766d000216706d69782e70626c6f62001b7502020218706d69782e6170706e756d000e000216706d69782e6772616e6b0028020216\
			706d69782e6c72616e6b000d000216706d69782e6e72616e6b000d000218706d69782e6e6f64656964000e01021a706d69782e61707072\
			616e6b0028020216706d69782e686e616d6500030c6e6f646531000216706d69782e70626c6f62001b7502030218706d69782e6170706e\
			756d000e000216706d69782e6772616e6b0028030216706d69782e6c72616e6b000d010216706d69782e6e72616e6b000d010218706d69\
			782e6e6f64656964000e01021a706d69782e61707072616e6b0028030216706d69782e686e616d6500030c6e6f64653100""";

	private CapturedJobInfo() {
	}

	/** Returns the reply of the C server. */
	static Reply.JobInfoReply answer() throws PmixException {
		return new ReplyCodec(Release.R42.format()).decode(ReplyKind.JOB_INFO, ByteBuffer.wrap(HexFormat.of().parseHex(ANSWER)));
	}

	/** Returns the data registered by its host, in the same order. */
	static Infos told() {
		List<Info> infos = new ArrayList<>(List.of(Info.of(ServerAttributes.NODE_MAP, "vm,node1"),
				Info.of(ServerAttributes.PROC_MAP, "0,1;2,3"),
				Info.of(JobAttributes.JOBID, "job1"), Info.of(JobAttributes.JOB_SIZE, RANKS), Info.of(SessionAttributes.UNIV_SIZE, 8),
				Info.of(JobAttributes.MAX_PROCS, 8), Info.of(JobAttributes.JOB_NUM_APPS, 1), Info.of(NodeAttributes.LOCAL_SIZE, LOCAL),
				Info.of(SessionDirectoryAttributes.NSDIR, "/srv/pmix-b/t/nsdir")));
		infos.add(Info.of(LevelAttributes.APP_INFO_ARRAY, DataArray.of(Infos.of(Info.of(AppAttributes.APPNUM, 0),
				Info.of(AppAttributes.APP_SIZE, RANKS), Info.of(AppAttributes.APPLDR, Rank.of(0))))));
		for (int rank = 0; rank < RANKS; rank++) {
			infos.add(Info.of(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(rank(rank))));
		}
		return new Infos(infos);
	}

	private static Infos rank(int rank) {
		return Infos.of(Info.of(ProcAttributes.RANK, Rank.of(rank)), Info.of(AppAttributes.APPNUM, 0),
				Info.of(ProcAttributes.GLOBAL_RANK, Rank.of(rank)), Info.of(ProcAttributes.LOCAL_RANK, rank % LOCAL),
				Info.of(ProcAttributes.NODE_RANK, rank % LOCAL), Info.of(NodeAttributes.NODEID, rank / LOCAL),
				Info.of(ProcAttributes.APP_RANK, Rank.of(rank)), Info.of(NodeAttributes.HOSTNAME, rank < LOCAL ? NODE : "node1"));
	}
}
