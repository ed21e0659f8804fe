// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests queries of newer releases for locations of processes. */
class ResolveTest {
	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;

	ResolveTest() throws PmixException {
		server = TestServer.open();
	}

	@BeforeEach
	void register() throws PmixException {
		server.get(server.core().registerNamespace("job", 2,
				Infos.of(Info.of(ServerAttributes.NODE_MAP, "node0,node1"), Info.of(ServerAttributes.PROC_MAP, "0,1;2"))));
		server.get(server.core().registerNamespace("other", 0,
				Infos.of(Info.of(ServerAttributes.NODE_MAP, "node2,node1"), Info.of(ServerAttributes.PROC_MAP, "0;1"))));
		server.client(Proc.of("job", 0));
		server.client(Proc.of("job", 1));
	}

	private Reply.ResolvePeersReply peers(String node, String nspace) throws PmixException {
		return server.connect("job", 0, Release.R61).ask(new DataRequest.ResolvePeers(node, nspace), ReplyKind.RESOLVE_PEERS);
	}

	private Reply.ResolveNodeReply nodes(String nspace) throws PmixException {
		return server.connect("job", 0, Release.R61).ask(new DataRequest.ResolveNode(nspace), ReplyKind.RESOLVE_NODE);
	}

	@Test
	void peers_ofNode_areReturned() throws PmixException {
		assertThat(peers("node0", "job").procs()).containsExactly(Proc.of("job", 0), Proc.of("job", 1));
		assertThat(peers("node1", "job").procs()).containsExactly(Proc.of("job", 2));
		assertThat(peers("", "job").procs()).as("peers on this node").containsExactly(Proc.of("job", 0), Proc.of("job", 1));
		assertThat(peers("node1", "").procs()).as("all jobs").containsExactly(Proc.of("job", 2), Proc.of("other", 1));
	}

	@Test
	void peers_unknown_areNotFound() throws PmixException {
		assertThat(peers("node9", "job").status()).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(peers("node0", "elsewhere").status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void peers_malformed_areOmitted() throws PmixException {
		server.get(server.core().registerNamespace("odd", 0, Infos.of(Info.of(LevelAttributes.NODE_INFO_ARRAY,
				DataArray.of(Infos.of(Info.of(NodeAttributes.HOSTNAME, "node7"), Info.of(NodeAttributes.LOCAL_PEERS, "3,x,7-9,")))))));

		assertThat(peers("node7", "odd").procs()).containsExactly(Proc.of("odd", 3));
	}

	@Test
	void nodes_ofJob_areReturned() throws PmixException {
		assertThat(nodes("job").nodes()).isEqualTo("node0,node1");
		assertThat(nodes("").nodes()).as("of all jobs, each once").isEqualTo("node0,node1,node2");
		assertThat(nodes("elsewhere").status()).isEqualTo(Status.ERR_NOT_FOUND);
	}
}
