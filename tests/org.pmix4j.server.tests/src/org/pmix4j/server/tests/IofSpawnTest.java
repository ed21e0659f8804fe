// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests output of spawned jobs, which reaches the spawner without a pull. */
class IofSpawnTest extends IofFixture {
	private static void send(TestServer server, String text) throws PmixException {
		server.get(server.core().sendOutput(Proc.of("tool", 0), Proc.of("spawned", 0), IofChannel.STDOUT, Infos.EMPTY,
				ByteObject.wrap(text.getBytes(StandardCharsets.UTF_8))));
	}

	/** The output of a submitted job belongs to the connection that has submitted it, whatever else connects with the name of the tool. */
	@Test
	void sendOutput_toolConnectsTwice_reachesTheFirstConnectionWhileItLasts() throws PmixException {
		TestServer server = job(1);
		TestPeer first = tool(server, Release.R42);
		TestPeer second = tool(server, Release.R42);
		send(server, "one");
		second.die();
		server.run();
		send(server, "two");
		TestPeer third = tool(server, Release.R42);
		first.die();
		server.run();
		send(server, "three");

		assertThat(texts(first)).containsExactly("0/2: one", "0/2: two");
		assertThat(texts(third)).containsExactly("0/2: three");
	}

	private static TestPeer tool(TestServer server, Release release) throws PmixException {
		TestPeer tool = server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, Proc.of("tool", 0), release), release.format());
		assertThat(tool.greeting()).isPresent();
		return tool;
	}

	@Test
	void spawn_byATool_forwardsOutput_evenOfAnEndedJob() throws PmixException {
		TestServer server = job(1);
		TestPeer tool = tool(server, Release.R42);
		server.holdHost();
		int tag = tool.send(new JobRequest.Spawn(Infos.EMPTY, List.of(app())));
		write(server, Proc.of("spawned", 0), "early\n");
		server.core().registerNamespace("spawned", 1, Infos.EMPTY);
		server.core().deregisterNamespace("spawned");
		server.run();
		server.letHostWork();

		assertThat(tool.tags()).containsExactly(tag, Tag.IOF);
		List<IofDelivery> output = tool.output();
		assertThat(output).extracting(IofDelivery::localId).containsOnly(0L);
		assertThat(output).extracting(IofFixture::text).containsExactly("0/2: early\n");
		assertThat(host.spawns.get(0).isTrue(IdentityAttributes.REQUESTOR_IS_TOOL)).isTrue();
		assertThat(host.spawns.get(0).isTrue(IofAttributes.FWD_STDDIAG)).isTrue();
		assertThat(host.spawns.get(0).isTrue(IofAttributes.FWD_STDOUT)).isTrue();
		assertThat(host.spawns.get(0).isTrue(IofAttributes.FWD_STDERR)).isTrue();
	}

	@Test
	void spawn_byAToolWithoutOutput_forwardsNothing() throws PmixException {
		TestServer server = job(1);
		TestPeer tool = tool(server, Release.R42);
		Infos none = Infos.EMPTY.with(IofAttributes.FWD_STDOUT, false).with(IofAttributes.FWD_STDERR, true);
		tool.ask(new JobRequest.Spawn(none, List.of(app())), ReplyKind.SPAWN);
		write(server, Proc.of("spawned", 0), "out");
		server.get(deliver(server, Proc.of("spawned", 0), IofChannel.STDERR, "err"));

		assertThat(texts(tool)).containsExactly("0/4: err");
	}

	@Test
	void spawn_byAClient_forwardsRequestedOutputOnly() throws PmixException {
		TestServer server = job(1);
		TestPeer peer = server.connect("job", 0);
		peer.ask(new JobRequest.Spawn(Infos.EMPTY.with(IofAttributes.FWD_STDERR, true), List.of(app())), ReplyKind.SPAWN);
		write(server, Proc.of("spawned", 0), "out");
		server.get(deliver(server, Proc.of("spawned", 0), IofChannel.STDERR, "err"));

		assertThat(texts(peer)).containsExactly("0/4: err");
		assertThat(host.spawns.get(0).contains(IofAttributes.FWD_STDOUT)).isFalse();
	}

	@Test
	void spawn_ofManyJobs_leavesNothing() throws PmixException {
		TestServer server = job(1);
		TestPeer tool = tool(server, Release.R42);
		String before = server.dump();
		for (int i = 0; i < 20; i++) {
			server.get(server.core().registerNamespace("spawned", 1, Infos.EMPTY));
			tool.ask(new JobRequest.Spawn(Infos.EMPTY, List.of(app())), ReplyKind.SPAWN);
			server.get(server.core().deregisterNamespace("spawned"));
		}

		assertThat(server.dump()).isEqualTo(before);
	}

	@Test
	void tool_connected_receivesTheServersOutput() throws PmixException {
		TestServer server = job(1);
		TestPeer tool = tool(server, Release.R42);
		TestPeer client = server.connect("job", 0);
		write(server, server.core().identity(), "server speaking");

		assertThat(texts(tool)).containsExactly("0/2: server speaking");
		assertThat(client.output()).isEmpty();
	}
}
