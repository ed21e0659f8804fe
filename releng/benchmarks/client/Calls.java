// SPDX-License-Identifier: EPL-2.0
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;

/** The calls of a client, measured in rounds, as {@code calls.c} does with libpmix: same calls, same numbers, same output. */
final class Calls {
	private enum Measure {
		PUT, COMMIT, EXCHANGE, FIRST_GET, CACHED_GET, FENCE, PUBLISH, LOOKUP, EVENT
	}

	private static final int FENCES = 50;
	private static final int GETS = 1000;
	private static final int NAMES = 20;
	private static final int EVENTS = 20;
	private static final Status PING = Status.of(-5001);
	private static final Status PONG = Status.of(-5002);

	private final Semaphore arrived = new Semaphore(0);
	private final PmixClient client;
	private final int rank;
	private final Proc other;
	private long started;

	private Calls(PmixClient client) {
		this.client = client;
		this.rank = client.proc().rank().value();
		this.other = Proc.of(client.proc().nspace(), 1 - rank);
	}

	public static void main(String[] arguments) throws Exception {
		int rounds = Integer.parseInt(arguments[0]);
		int keys = Integer.parseInt(arguments[1]);
		double[][] us = new double[Measure.values().length][rounds];
		try (PmixClient client = PmixClient.open()) {
			Calls calls = new Calls(client);
			client.events().register(HandlerOptions.of(calls.rank == 0 ? PONG : PING), EventHandler.listening(event -> calls.arrived.release()));
			client.fence(FenceOptions.DEFAULT);
			for (int round = 0; round < rounds; round++) {
				calls.measureData(round, keys, us);
				calls.measureNames(round, us);
				calls.measureEvents(round, us);
			}
			for (Measure measure : calls.rank == 0 ? Measure.values() : new Measure[0]) {
				double[] last = Arrays.copyOfRange(us[measure.ordinal()], rounds / 2, rounds);
				Arrays.sort(last);
				System.out.printf(Locale.ROOT, "%s %.3f%n", measure.name().toLowerCase(Locale.ROOT), last[last.length / 2]);
			}
		}
	}

	private void begin() {
		started = System.nanoTime();
	}

	private double end(int count) {
		return (System.nanoTime() - started) / 1e3 / count;
	}

	private void get(String key) throws PmixException {
		if (!client.get(other, key).value().equals(Optional.of(new PmixValue.UInt32(7)))) {
			throw new IllegalStateException(key + " is missing");
		}
	}

	private void measureData(int round, int keys, double[][] us) throws PmixException {
		begin();
		for (int i = 0; i < keys; i++) {
			client.put(Scope.GLOBAL, "calls.key." + i, new PmixValue.UInt32(i));
		}
		us[Measure.PUT.ordinal()][round] = end(keys);
		String first = "calls.first." + round;
		client.put(Scope.GLOBAL, first, new PmixValue.UInt32(7));
		begin();
		client.commit();
		us[Measure.COMMIT.ordinal()][round] = end(1);
		client.fence(FenceOptions.DEFAULT);
		begin();
		client.fence(FenceOptions.COLLECT);
		us[Measure.EXCHANGE.ordinal()][round] = end(1);
		begin();
		get(first);
		us[Measure.FIRST_GET.ordinal()][round] = end(1);
		begin();
		for (int i = 0; i < GETS; i++) {
			get(first);
		}
		us[Measure.CACHED_GET.ordinal()][round] = end(GETS);
		client.fence(FenceOptions.DEFAULT);
		begin();
		for (int i = 0; i < FENCES; i++) {
			client.fence(FenceOptions.DEFAULT);
		}
		us[Measure.FENCE.ordinal()][round] = end(FENCES);
	}

	private void measureNames(int round, double[][] us) throws PmixException {
		begin();
		for (int i = 0; i < NAMES; i++) {
			Info info = Info.of("calls." + rank + "." + round + "." + i, new PmixValue.Str("a value of some length"));
			client.names().publish(Infos.of(info), PublishOptions.DEFAULT);
		}
		us[Measure.PUBLISH.ordinal()][round] = end(NAMES);
		begin();
		for (int i = 0; i < NAMES; i++) {
			if (client.names().lookup(List.of("calls." + rank + "." + round + "." + i), LookupOptions.DEFAULT).isEmpty()) {
				throw new IllegalStateException("a published key is missing");
			}
		}
		us[Measure.LOOKUP.ordinal()][round] = end(NAMES);
		client.fence(FenceOptions.DEFAULT);
	}

	private void measureEvents(int round, double[][] us) throws Exception {
		double[] trips = new double[EVENTS];
		for (int i = 0; i < EVENTS; i++) {
			begin();
			if (rank == 0) {
				send(PING);
			}
			arrived.acquire();
			if (rank == 1) {
				send(PONG);
			}
			trips[i] = end(1);
		}
		Arrays.sort(trips);
		us[Measure.EVENT.ordinal()][round] = trips[EVENTS / 2];
		client.fence(FenceOptions.DEFAULT);
	}

	private void send(Status code) throws PmixException {
		client.events().notifyEvent(code, DataRange.CUSTOM, Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), other));
	}
}
