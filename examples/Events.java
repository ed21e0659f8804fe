// SPDX-License-Identifier: EPL-2.0
// Run it with: ./pmix4j run -n 4 examples/events

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;

/** Processes that notify each other: each raises an event and waits for the events of all others. */
public class Events {
	/** An application-defined event code. */
	private static final Status GREETING = Status.of(Status.EXTERNAL_ERR_BASE.code() - 1);

	public static void main(String[] arguments) throws Exception {
		try (PmixClient client = PmixClient.open()) {
			int others = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow() - 1;
			CountDownLatch missing = new CountDownLatch(others);
			Set<Integer> heard = new ConcurrentSkipListSet<>();
			client.events().register(HandlerOptions.of(GREETING), EventHandler.listening(event -> {
				if (!event.source().equals(client.proc()) && heard.add(event.source().rank().value())) {
					missing.countDown();
				}
			}));
			client.fence(FenceOptions.DEFAULT);

			client.events().notifyEvent(GREETING, DataRange.NAMESPACE);
			if (!missing.await(10, TimeUnit.SECONDS)) {
				throw new IllegalStateException("no event from " + missing.getCount() + " other ranks");
			}
			System.out.println("rank " + client.proc().rank() + " has heard from ranks " + heard);
			client.fence(FenceOptions.DEFAULT);
		}
	}
}
