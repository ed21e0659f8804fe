// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.Reply.IofPullReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** A host that records requests for forwarding, and processes that pull output. */
abstract class IofFixture {
	static final Proc RANK1 = Proc.of("job", 1);
	static final IofChannel BOTH = IofChannel.STDOUT.plus(IofChannel.STDERR);

	/** Forwards output on request, spawns an empty job, accepts input, and records all calls. */
	static final class Forwarder implements PmixHost {
		final List<String> calls = new ArrayList<>();
		final List<Infos> spawns = new ArrayList<>();
		CompletableFuture<Void> input = CompletableFuture.completedFuture(null);

		@Override
		public CompletionStage<Void> pullOutput(List<Proc> procs, Infos directives, IofChannel channels) {
			boolean stop = directives.contains(IofAttributes.IOF_STOP);
			calls.add((stop ? "stop " : "pull ") + channels.bits() + " of " + procs);
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<Void> pushInput(Proc source, List<Proc> targets, Infos directives, ByteObject data) {
			calls.add(source + " to " + targets + ": " + new String(data.toByteArray(), StandardCharsets.UTF_8));
			return input;
		}

		@Override
		public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
			spawns.add(infos);
			return CompletableFuture.completedFuture("spawned");
		}

		@Override
		public CompletionStage<Proc> toolConnected(Infos infos) {
			return CompletableFuture.completedFuture(Proc.of("tool", 0));
		}
	}

	@RegisterExtension
	final ServerLog log = new ServerLog();
	final Forwarder host = new Forwarder();

	static App app() {
		return new App("prog", List.of("prog"), List.of(), "/", 1, Infos.EMPTY);
	}

	TestServer job(int size) throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job", size);
		return server;
	}

	static IofPullReply pull(TestPeer peer, Infos infos, IofChannel channels, Proc... procs) throws PmixException {
		return peer.ask(new IofRequest.IofPull(List.of(procs), infos, channels, 7), ReplyKind.IOF_PULL);
	}

	static CompletableFuture<Void> deliver(TestServer server, Proc source, IofChannel channel, String text) {
		return server.core().deliverOutput(source, channel, Infos.EMPTY, ByteObject.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}

	static void write(TestServer server, Proc source, String text) throws PmixException {
		server.get(deliver(server, source, IofChannel.STDOUT, text));
	}

	static List<String> texts(TestPeer peer) throws PmixException {
		return peer.output().stream().map(IofFixture::text).toList();
	}

	static String text(IofDelivery delivery) {
		return delivery.source().rank() + "/" + delivery.channel().bits() + ": "
				+ new String(delivery.data().toByteArray(), StandardCharsets.UTF_8);
	}
}
