// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.Registration;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/**
 * A rank that makes all calls of a client to the server of any launcher and checks each result. Prints {@code probe RANK/SIZE ok}, or
 * {@code probe RANK/SIZE FAILED} with the failed checks; the exit code is 0 or 1. Needs at least two ranks, all on one node.
 */
public final class ClientProbe {
	private static final Status EVENT = Status.of(-3001);
	private static final Attribute<Integer> NUMBER = Attribute.of("probe.number", ValueType.INT);
	private static final Duration SHORT = Duration.ofSeconds(1);

	private final List<String> failures = new ArrayList<>();
	private final PmixClient client;
	private final Proc me;
	private final int rank;
	private final int size;
	private final Proc next;

	private ClientProbe(PmixClient client) throws PmixException {
		this.client = client;
		this.me = client.proc();
		this.rank = me.rank().value();
		this.size = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();
		this.next = Proc.of(me.nspace(), (rank + 1) % size);
	}

	/**
	 * Runs the probe.
	 *
	 * @param arguments {@code abort CODE}: rank 0 aborts the job; {@code wait}: waits in calls that never end until the server dies;
	 *                  {@code data}: all checks except events; {@code io}: rank 1 is {@code cat}; none: data and events
	 * @throws Exception any unexpected failure
	 */
	public static void main(String[] arguments) throws Exception {
		int code;
		try (PmixClient client = PmixClient.open()) {
			ClientProbe probe = new ClientProbe(client);
			switch (arguments.length == 0 ? "" : arguments[0]) {
				case "abort" -> probe.abort(Integer.parseInt(arguments[1]));
				case "wait" -> probe.loseServer();
				case "data" -> probe.data();
				case "io" -> probe.echo();
				default -> probe.everything();
			}
			code = probe.report();
			if (arguments.length > 0 && arguments[0].equals("wait")) {
				System.exit(code);
			}
		}
		// without a fence, because C servers count a rank that has finalized as lost, even if it has connected again
		try (PmixClient again = PmixClient.open()) {
			again.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();
		}
		System.exit(code);
	}

	private int report() {
		System.out.println("probe " + rank + "/" + size + (failures.isEmpty() ? " ok" : " FAILED " + String.join("; ", failures)));
		return failures.isEmpty() ? 0 : 1;
	}

	private void check(String what, boolean holds, Object found) {
		if (!holds) {
			failures.add(what + ": " + found);
		}
	}

	private void everything() throws Exception {
		data();
		events();
	}

	private void data() throws PmixException {
		jobInfo();
		exchange();
		values();
		missing();
		newerValues();
		fences();
	}

	private void jobInfo() throws PmixException {
		int local = client.jobInfo(NodeAttributes.LOCAL_SIZE).orElse(-1);
		check("local size", local == size, local);
		int universe = client.jobInfo(SessionAttributes.UNIV_SIZE).orElse(-1);
		check("universe size", universe > 0, universe);
		int localRank = client.get(me, ProcAttributes.LOCAL_RANK).orElse(-1);
		check("local rank", localRank == rank, localRank);
		String peers = client.jobInfo(NodeAttributes.LOCAL_PEERS).orElse("");
		check("local peers", peers.split(",").length == size, peers);
		String host = client.get(next, NodeAttributes.HOSTNAME).orElse("");
		check("host of the next rank", !host.isEmpty(), host);
		GetResult<Integer> there = client.get(Proc.wildcard(me.nspace()), NodeAttributes.LOCAL_SIZE, GetOptions.OPTIONAL.plusNode(host));
		check("local size by host", there.orElse(-1) == size, there);
		GetResult<Integer> ofRank = client.get(me, JobAttributes.JOB_SIZE);
		check("job size by rank", ofRank.orElse(-1) == size, ofRank);
	}

	private void exchange() throws PmixException {
		client.put(Scope.GLOBAL, NUMBER, rank);
		client.put(Scope.LOCAL, "probe.local", new PmixValue.Str("l" + rank));
		client.put(Scope.REMOTE, "probe.remote", new PmixValue.Str("r" + rank));
		client.put(Scope.INTERNAL, "probe.internal", new PmixValue.Str("i" + rank));
		GetResult<PmixValue> own = client.get(me, "probe.internal");
		check("own internal value", own.value().equals(Optional.of(new PmixValue.Str("i" + rank))), own);
		client.commit();
		client.fence(FenceOptions.COLLECT);
		for (int other = 0; other < size; other++) {
			GetResult<Integer> number = client.get(Proc.of(me.nspace(), other), NUMBER);
			check("global value of " + other, number.orElse(-1) == other, number);
		}
		GetResult<PmixValue> local = client.get(next, "probe.local");
		check("local value", local instanceof GetResult.Found, local);
		GetResult<PmixValue> remote = client.get(next, "probe.remote", GetOptions.DEFAULT.withLimit(SHORT));
		check("remote value on the same node", !(remote instanceof GetResult.Found), remote);
		GetResult<PmixValue> internal = client.get(next, "probe.internal", GetOptions.IMMEDIATE);
		check("internal value of another rank", internal instanceof GetResult.NotFound, internal);
	}

	private void values() throws PmixException {
		byte[] megabyte = new byte[1 << 20];
		Arrays.fill(megabyte, (byte) rank);
		List<PmixValue> all = List.of(PmixValue.Bool.TRUE, new PmixValue.RawByte((byte) 7), new PmixValue.Str("grüße " + rank),
				new PmixValue.Str("x".repeat(50_000)), new PmixValue.Size(-1), new PmixValue.Int64(Long.MIN_VALUE),
				new PmixValue.UInt64(Long.MAX_VALUE), new PmixValue.UInt16((short) -1), PmixValue.Float64.of(-2.5),
				new PmixValue.Time(1_700_000_000), Status.ERR_TIMEOUT, me, me.rank(), ByteObject.wrap(megabyte),
				DataArray.of(Infos.of(Info.of(JobAttributes.JOB_SIZE, size))), DataArray.ofProcs(List.of(me, next)));
		for (int i = 0; i < all.size(); i++) {
			client.put(Scope.GLOBAL, "probe.value." + i, all.get(i));
		}
		client.commit();
		client.fence(FenceOptions.DEFAULT);
		for (int i = 0; i < all.size(); i++) {
			GetResult<PmixValue> came = client.get(next, "probe.value." + i);
			TypeAndSize wanted = new TypeAndSize(all.get(i));
			check("value " + i, came.value().map(TypeAndSize::new).equals(Optional.of(wanted)), came.status());
		}
	}

	/** The type and size of a value, which are the same in all ranks. */
	private record TypeAndSize(String type, int size) {
		TypeAndSize(PmixValue value) {
			this(value.type().toString(), switch (value) {
				case PmixValue.Str text -> text.value().length();
				case ByteObject bytes -> bytes.size();
				case DataArray array -> array.elements().size();
				default -> 0;
			});
		}
	}

	private void missing() throws PmixException {
		GetResult<PmixValue> immediate = client.get(next, "probe.nothing", GetOptions.IMMEDIATE);
		check("missing key, immediate", immediate instanceof GetResult.NotFound, immediate);
		GetResult<PmixValue> optional = client.get(next, "probe.nothing", GetOptions.OPTIONAL);
		check("missing key, optional", optional instanceof GetResult.NotFound, optional);
		long before = System.nanoTime();
		GetResult<PmixValue> late = client.get(next, "probe.nothing", GetOptions.DEFAULT.withLimit(SHORT));
		check("missing key, with limit", late instanceof GetResult.TimedOut, late);
		Duration took = Duration.ofNanos(System.nanoTime() - before);
		check("duration of a get with limit", took.compareTo(SHORT.plusSeconds(10)) < 0, took);
		GetResult<PmixValue> reserved = client.get(me, "pmix.nothing");
		check("missing reserved key", reserved instanceof GetResult.NotFound, reserved);
		GetResult<PmixValue> nowhere = client.get(Proc.of("probe-no-such-job", 0), "pmix.job.size");
		check("missing job", nowhere instanceof GetResult.NotFound, nowhere);
	}

	private void newerValues() throws PmixException {
		client.fence(FenceOptions.DEFAULT);
		client.put(Scope.GLOBAL, NUMBER, rank + 1000);
		client.commit();
		client.fence(FenceOptions.DEFAULT);
		GetResult<Integer> old = client.get(next, NUMBER);
		check("known value after a newer put", old.orElse(-1) == next.rank().value(), old);
		GetResult<Integer> newest = client.get(next, NUMBER, GetOptions.REFRESH);
		check("refreshed value", newest.orElse(-1) == next.rank().value() + 1000, newest);
	}

	private void fences() throws PmixException {
		List<Proc> two = List.of(Proc.of(me.nspace(), 0), Proc.of(me.nspace(), 1));
		if (rank < two.size()) {
			client.fence(two, FenceOptions.DEFAULT);
		}
		if (rank == 0) {
			try {
				client.fence(two, FenceOptions.DEFAULT.withLimit(SHORT));
				check("fence without the other rank", false, "succeeded");
			} catch (PmixException timeout) {
				check("fence without the other rank", timeout.status().equals(Status.ERR_TIMEOUT), timeout);
			}
		}
		client.fence(List.of(Proc.wildcard(me.nspace())), FenceOptions.DEFAULT);
	}

	private void events() throws Exception {
		BlockingQueue<PmixEvent> seen = new LinkedBlockingQueue<>();
		try (Registration registration = client.events().register(HandlerOptions.of(EVENT), EventHandler.listening(seen::add))) {
			client.fence(FenceOptions.DEFAULT);
			if (rank == 0) {
				client.events().notifyEvent(EVENT, DataRange.NAMESPACE, Info.of("probe.note", new PmixValue.Str("hello")));
			}
			PmixEvent event = seen.poll(10, TimeUnit.SECONDS);
			check("event", event != null && event.source().equals(Proc.of(me.nspace(), 0))
					&& event.infos().value("probe.note").equals(Optional.of(new PmixValue.Str("hello"))), String.valueOf(event));
			client.fence(FenceOptions.DEFAULT);
		}
		check("further events", seen.isEmpty(), seen);
	}

	private void echo() throws Exception {
		Proc cat = Proc.of(me.nspace(), 1);
		BlockingQueue<IofOutput> echoes = new LinkedBlockingQueue<>();
		try (Registration registration = client.io().pull(IofOptions.of(cat).withChannels(IofChannel.STDOUT), echoes::add)) {
			client.io().push(List.of(cat), ByteObject.wrap("hello\n".getBytes(StandardCharsets.UTF_8)));
			IofOutput output = echoes.poll(10, TimeUnit.SECONDS);
			check("output of cat", output != null && output.source().equals(cat)
					&& new String(output.data().toByteArray(), StandardCharsets.UTF_8).equals("hello\n"), String.valueOf(output));
			client.io().endInput(List.of(cat));
			IofOutput end = echoes.poll(10, TimeUnit.SECONDS);
			check("end of output of cat", end != null && end.isEnd(), String.valueOf(end));
		}
	}

	private void abort(int code) throws Exception {
		if (rank == 0) {
			client.abort(code, "probe aborts", List.of());
		}
		Thread.sleep(Duration.ofSeconds(30));
		check("abort", false, "this rank was not terminated");
	}

	private void loseServer() throws Exception {
		BlockingQueue<PmixEvent> seen = new LinkedBlockingQueue<>();
		Registration registration = client.events().register(HandlerOptions.of(Status.ERR_LOST_CONNECTION),
				EventHandler.listening(seen::add));
		System.out.println("probe " + rank + " waits");
		try {
			if (rank == 0) {
				client.fence(FenceOptions.DEFAULT);
			} else {
				client.get(Proc.of(me.nspace(), 0), "probe.nothing", GetOptions.DEFAULT.withLimit(Duration.ofMinutes(1)));
			}
			check("call without a server", false, "succeeded");
		} catch (PmixException lost) {
			check("call without a server", lost.status().equals(Status.ERR_UNREACH), lost);
		}
		PmixEvent event = seen.poll(10, TimeUnit.SECONDS);
		check("event ERR_LOST_CONNECTION", event != null, "none");
		try {
			client.commit();
			check("commit without a server", false, "succeeded");
		} catch (PmixException lost) {
			check("commit without a server", lost.status().equals(Status.ERR_UNREACH), lost);
		}
		check("known job size", client.jobInfo(JobAttributes.JOB_SIZE).orElse(-1) == size, "lost");
		registration.close();
	}
}
