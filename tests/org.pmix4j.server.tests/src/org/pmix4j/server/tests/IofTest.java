// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.JobRequest;

/** Tests which processes receive output and input. */
class IofTest extends IofFixture {
	private static final Proc RANK0 = Proc.of("job", 0);

	@Test
	void pull_output_reachesTheReaderWithItsHandle() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);

		assertThat(pull(peer, Infos.EMPTY, BOTH, Proc.wildcard("job")).status()).isEqualTo(Status.SUCCESS);
		write(server, RANK1, "hello\n");

		List<IofDelivery> output = peer.output();
		assertThat(output).hasSize(1);
		assertThat(output.get(0)).isEqualTo(new IofDelivery(RANK1, IofChannel.STDOUT, 7, Infos.EMPTY,
				ByteObject.wrap("hello\n".getBytes(StandardCharsets.UTF_8))));
		assertThat(host.calls).containsExactly("pull 6 of [" + Proc.wildcard("job") + "]");
	}

	@Test
	void pull_procsAndChannels_selectOutput() throws PmixException {
		TestServer server = job(3);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, IofChannel.STDERR, RANK1);
		server.get(deliver(server, RANK1, IofChannel.STDOUT, "other channel"));
		server.get(deliver(server, Proc.of("job", 2), IofChannel.STDERR, "other rank"));
		server.get(deliver(server, Proc.of("other", 1), IofChannel.STDERR, "other job"));
		server.get(deliver(server, RANK1, IofChannel.STDERR, "wanted"));

		assertThat(texts(peer)).containsExactly("1/4: wanted");
	}

	@Test
	void pull_ownOutput_isNotDelivered() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, Proc.wildcard("job"));
		write(server, RANK0, "mine");

		assertThat(peer.output()).isEmpty();
	}

	@Test
	void pull_afterFinalize_deliversNothing() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		assertThat(peer.ask(JobRequest.Finalize.INSTANCE)).isEqualTo(Status.SUCCESS);
		write(server, RANK1, "late");

		assertThat(peer.output()).isEmpty();
		assertThat(host.calls).as("no reader is left").contains("stop 6 of [job:1]");
	}

	@Test
	void pull_earlierOutput_followsTheReply() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		write(server, RANK1, "one");
		write(server, RANK1, "two");
		int tag = peer.send(new IofRequest.IofPull(List.of(RANK1), Infos.EMPTY, BOTH, 7));

		assertThat(peer.tags()).containsExactly(tag, Tag.IOF, Tag.IOF);
		assertThat(texts(peer)).containsExactly("1/2: one", "1/2: two");
	}

	@Test
	void pull_outputReadByAnother_isNotRepeated() throws PmixException {
		TestServer server = job(3);
		write(server, RANK1, "early");
		TestPeer first = server.connect("job", 0);
		pull(first, Infos.EMPTY, BOTH, RANK1);
		TestPeer second = server.connect("job", 2);
		pull(second, Infos.EMPTY, BOTH, RANK1);
		write(server, RANK1, "late");

		assertThat(texts(first)).containsExactly("1/2: early", "1/2: late");
		assertThat(texts(second)).containsExactly("1/2: late");
	}

	@Test
	void pull_hostRefuses_fails() throws PmixException {
		TestServer server = TestServer.open();
		server.job("job", 2);
		TestPeer peer = server.connect("job", 0);

		assertThat(pull(peer, Infos.EMPTY, BOTH, RANK1).status()).isEqualTo(Status.ERR_NOT_SUPPORTED);
	}

	@Test
	void pull_ofInputOrWithoutProcesses_isRefused() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);

		assertThat(pull(peer, Infos.EMPTY, IofChannel.STDIN, RANK1).status()).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(pull(peer, Infos.EMPTY, BOTH).status()).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(host.calls).isEmpty();
	}

	@Test
	void pull_readerDisconnects_isEnded() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		server.holdHost();
		peer.send(new IofRequest.IofPull(List.of(RANK1), Infos.EMPTY, BOTH, 7));
		peer.die();
		server.letHostWork();

		assertThat(host.calls).contains("stop 6 of [job:1]");
		assertThat(server.dump()).contains("output: 0 pulls");
	}

	@Test
	void endOfStream_isDeliveryWithoutData() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		write(server, RANK1, "");

		List<IofDelivery> output = peer.output();
		assertThat(output).hasSize(1);
		assertThat(output.get(0).isEof()).isTrue();
		assertThat(output.get(0).infos().isTrue(IofAttributes.IOF_COMPLETE)).isTrue();
	}

	@Test
	void deregister_ownPull_endsDelivery() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		long id = pull(peer, Infos.EMPTY, BOTH, RANK1).refId();

		assertThat(peer.ask(new IofRequest.IofDeregister(Infos.EMPTY, id))).isEqualTo(Status.SUCCESS);
		write(server, RANK1, "late");
		assertThat(peer.output()).isEmpty();
		assertThat(host.calls).endsWith("stop 6 of [job:1]");
		assertThat(peer.ask(new IofRequest.IofDeregister(Infos.EMPTY, id))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void deregister_pullOfAnotherPeer_isNotFound() throws PmixException {
		TestServer server = job(3);
		TestPeer first = server.connect("job", 0);
		long id = pull(first, Infos.EMPTY, BOTH, RANK1).refId();
		TestPeer second = server.connect("job", 2);

		assertThat(second.ask(new IofRequest.IofDeregister(Infos.EMPTY, id))).isEqualTo(Status.ERR_NOT_FOUND);
		write(server, RANK1, "still");
		assertThat(texts(first)).containsExactly("1/2: still");
	}

	@Test
	void largeOutput_isSplit() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		pull(peer, Infos.EMPTY, BOTH, RANK1);
		String large = "z".repeat(3 << 20);
		write(server, RANK1, large);

		List<IofDelivery> output = peer.output();
		assertThat(output.size()).isGreaterThan(1);
		assertThat(output.stream().mapToInt(delivery -> delivery.data().size()).sum()).isEqualTo(large.length());
	}

	@Test
	void push_isAnsweredWhenTheHostHasAcceptedIt() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		host.input = new CompletableFuture<>();
		int tag = peer.send(new IofRequest.IofPush(List.of(RANK1), Infos.EMPTY, ByteObject.wrap("in".getBytes(StandardCharsets.UTF_8)), false));
		assertThat(peer.isAnswered(tag)).isFalse();
		host.input.complete(null);

		assertThat(peer.status(tag)).isEqualTo(Status.SUCCESS);
		assertThat(host.calls).containsExactly("job:0 to [job:1]: in");
	}

	@Test
	void push_toAClosedTarget_fails() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);
		host.input = CompletableFuture.failedFuture(new PmixException(Status.ERR_IOF_COMPLETE, "closed"));

		assertThat(peer.ask(new IofRequest.IofPush(List.of(RANK1), Infos.EMPTY, ByteObject.EMPTY, true))).isEqualTo(Status.ERR_IOF_COMPLETE);
	}

	@Test
	void push_withoutData_isNotEndOfInput() throws PmixException {
		TestServer server = job(2);
		TestPeer peer = server.connect("job", 0);

		assertThat(peer.ask(new IofRequest.IofPush(List.of(RANK1), Infos.EMPTY, ByteObject.EMPTY, false))).isEqualTo(Status.SUCCESS);
		assertThat(host.calls).isEmpty();
		peer.ask(new IofRequest.IofPush(List.of(RANK1), Infos.EMPTY, ByteObject.EMPTY, true));
		assertThat(host.calls).containsExactly("job:0 to [job:1]: ");
	}
}
