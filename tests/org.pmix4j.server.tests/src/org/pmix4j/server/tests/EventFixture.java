// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;

/** A job of three connected processes and a host that records its calls on events. */
abstract class EventFixture {
	static final Status MINE = Status.of(-5000);
	static final Status OTHER = Status.of(-5001);
	static final Proc SERVER = Proc.of("server", 0);

	/** Records the calls to the host. */
	static final class Witness implements PmixHost {
		final List<String> told = new ArrayList<>();
		CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);

		@Override
		public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
			told.add("notify " + code.code() + " " + source + " " + infos.size());
			return answer;
		}

		@Override
		public CompletionStage<Void> registerEvents(List<Status> codes, Infos infos) {
			told.add("register " + codes.stream().map(Status::code).toList());
			return answer;
		}

		@Override
		public CompletionStage<Void> deregisterEvents(List<Status> codes) {
			told.add("deregister " + codes.stream().map(Status::code).toList());
			return answer;
		}
	}

	@RegisterExtension
	final ServerLog log = new ServerLog();
	final Witness host = new Witness();
	final TestServer server;
	List<TestPeer> peers = List.of();

	EventFixture() throws PmixException {
		server = TestServer.open(host);
	}

	@BeforeEach
	void connect() throws PmixException {
		server.job("job", 3);
		peers = server.connectAll("job", 3);
	}

	static void register(TestPeer peer, Infos infos, Status... codes) throws PmixException {
		assertThat(peer.ask(new EventRequest.RegisterEvents(List.of(codes), infos))).isEqualTo(Status.SUCCESS);
	}

	static void register(TestPeer peer, Status... codes) throws PmixException {
		register(peer, Infos.EMPTY, codes);
	}

	static void deregister(TestPeer peer, Status... codes) throws PmixException {
		int tag = peer.send(new EventRequest.DeregisterEvents(List.of(codes)));
		assertThat(peer.isAnswered(tag)).as("never answered").isFalse();
	}

	static Status notify(TestPeer peer, Status code, DataRange range, Info... infos) throws PmixException {
		return peer.ask(new EventRequest.Notify(code, range, Infos.of(infos)));
	}

	void raise(Status code, DataRange range, Info... infos) throws PmixException {
		server.get(server.core().notifyEvent(code, SERVER, range, Infos.of(infos)));
	}

	static List<Status> codes(TestPeer peer) throws PmixException {
		return peer.events().stream().map(Delivery.EventDelivery::code).toList();
	}

	static Info targets(Proc... procs) {
		return Info.of(EventAttributes.EVENT_CUSTOM_RANGE, DataArray.ofProcs(List.of(procs)));
	}
}
