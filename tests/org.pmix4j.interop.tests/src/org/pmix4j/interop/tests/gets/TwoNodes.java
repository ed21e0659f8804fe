// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.gets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.ProcessTable;

/**
 * Two servers in this JVM, one for each simulated node, with a job of four ranks and a second job. Ranks 1 and 2 have put a value in each
 * scope; rank 0, which the test starts, shares its node with rank 1.
 */
final class TwoNodes implements AutoCloseable {
	static final String JOB = "job";
	static final String OTHER_JOB = "other";
	static final List<Scope> SCOPES = List.of(Scope.LOCAL, Scope.REMOTE, Scope.GLOBAL, Scope.INTERNAL);
	private static final int PER_NODE = 2;

	/** Fetches data from the server of the other node. */
	private final class Node implements PmixHost {
		@Override
		public CompletionStage<ByteObject> directModex(Proc proc, Infos infos) {
			int node = proc.rank().value() / PER_NODE;
			if (!proc.nspace().equals(JOB) || !proc.rank().isProcess() || node >= servers.size()) {
				return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "there is no " + proc));
			}
			return servers.get(node).directModex(proc, infos);
		}
	}

	private final List<PmixServer> servers = new ArrayList<>();
	private final List<PmixClient> peers = new ArrayList<>();

	/** @param folder of the test */
	TwoNodes(Path folder) throws IOException, PmixException {
		for (int node = 0; node < 2; node++) {
			Path directory = Files.createDirectory(folder.resolve("node" + node));
			servers.add(PmixServer.open(ServerOptions.of(Proc.of("server", node), "node" + node, directory), new Node()));
		}
		int uid = ProcessTable.ownUid();
		int gid = ProcessTable.ownGid();
		for (int node = 0; node < 2; node++) {
			servers.get(node).registerNamespace(JOB, PER_NODE, about(4)).join();
			servers.get(node).registerNamespace(OTHER_JOB, 0, about(2)).join();
			for (int local = 0; local < PER_NODE; local++) {
				servers.get(node).registerClient(Proc.of(JOB, node * PER_NODE + local), uid, gid, this).join();
			}
		}
		for (int rank = 1; rank < 4; rank++) {
			PmixClient peer = PmixClient.open(ClientOptions.DEFAULT.withEnvironment(environment(rank)));
			peers.add(peer);
			if (rank < 3) {
				put(peer);
			}
			peer.commit();
		}
	}

	Map<String, String> environment(int rank) {
		return servers.get(rank / PER_NODE).environment(Proc.of(JOB, rank));
	}

	static void put(PmixClient client) throws PmixException {
		for (Scope scope : SCOPES) {
			String key = key(scope);
			client.put(scope, key, new PmixValue.Str(key + " of " + client.proc().rank()));
		}
	}

	static String key(Scope scope) {
		return "put." + switch (scope.code()) {
			case 1 -> "local";
			case 2 -> "remote";
			case 3 -> "global";
			default -> "internal";
		};
	}

	private static Infos about(int size) {
		List<Info> infos = new ArrayList<>(List.of(Info.of(JobAttributes.JOB_SIZE, size), Info.of(JobAttributes.JOBID, "number 7"),
				Info.of(JobAttributes.JOB_NUM_APPS, 2), Info.of(JobAttributes.NUM_NODES, 2), Info.of(JobAttributes.NODE_LIST, "node0,node1"),
				array(LevelAttributes.SESSION_INFO_ARRAY, Info.of(SessionAttributes.SESSION_ID, 5), Info.of(SessionAttributes.UNIV_SIZE, 8),
						Info.of("pmix.session.own", new PmixValue.Str("session 5")))));
		for (int half = 0; half < 2; half++) {
			int first = half * size / 2;
			String members = size == 4 ? first + "," + (first + 1) : String.valueOf(first);
			infos.add(array(LevelAttributes.NODE_INFO_ARRAY, Info.of(NodeAttributes.HOSTNAME, "node" + half),
					Info.of(NodeAttributes.NODEID, half), Info.of(NodeAttributes.LOCAL_SIZE, size / 2), Info.of(NodeAttributes.NODE_SIZE, 3),
					Info.of(NodeAttributes.LOCAL_PEERS, members), Info.of(NodeAttributes.LOCALLDR, Rank.of(first)),
					Info.of("pmix.node.own", new PmixValue.Str("node " + half))));
			infos.add(array(LevelAttributes.APP_INFO_ARRAY, Info.of(AppAttributes.APPNUM, half),
					Info.of(AppAttributes.APP_SIZE, size / 2), Info.of(AppAttributes.APPLDR, Rank.of(first)),
					Info.of(SpawnAttributes.WDIR, "/app" + half), Info.of("pmix.app.own", new PmixValue.Str("app " + half))));
		}
		for (int rank = 0; rank < size; rank++) {
			int half = rank * 2 / size;
			infos.add(array(LevelAttributes.PROC_INFO_ARRAY, Info.of(ProcAttributes.RANK, Rank.of(rank)),
					Info.of(AppAttributes.APPNUM, half), Info.of(NodeAttributes.HOSTNAME, "node" + half), Info.of(NodeAttributes.NODEID, half),
					Info.of(ProcAttributes.LOCAL_RANK, rank % 2), Info.of(ProcAttributes.GLOBAL_RANK, Rank.of(rank + 10)),
					Info.of("pmix.rank.own", new PmixValue.Str("rank " + rank))));
		}
		return new Infos(infos);
	}

	private static Info array(Attribute<DataArray> key, Info... infos) {
		return Info.of(key, DataArray.of(Infos.of(infos)));
	}

	@Override
	public void close() {
		peers.forEach(PmixClient::close);
		servers.forEach(PmixServer::close);
	}
}
