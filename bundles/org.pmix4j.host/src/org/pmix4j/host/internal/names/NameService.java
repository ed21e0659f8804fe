// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.thread.Timers;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;

/**
 * What processes publish for others to look up, in memory. Owned by the host; all methods are called on the host's thread.
 *
 * <p>
 * A reader must pass three tests: its user or group is allowed, it is in the range that the publisher gave, and the publisher is in
 * the range that the reader looks in.
 *
 * @see "PMIx Standard, chapter Publish/Lookup Operations"
 */
public final class NameService {
	/** So many waiting readers are a program that runs away. */
	private static final int MAX_WAITING = 100_000;

	/** What a reader finds, and whether there was something that it may not read. */
	private record Finds(List<Publication> publications, boolean denied) {
	}

	private final Timers timers;
	private final Published published = new Published();
	private final List<Search> waiting = new ArrayList<>();

	/** @param timers end waits */
	public NameService(Timers timers) {
		this.timers = timers;
	}

	/**
	 * Publishes all of the data or nothing, and answers those who wait for it.
	 *
	 * @param publisher who
	 * @param infos     data and directives, among them the user id that the server has checked
	 * @return done; fails with DUPLICATE_KEY if the key is taken in that range, BAD_PARAM if the request makes no sense, OUT_OF_RESOURCE
	 */
	public CompletionStage<Void> publish(Proc publisher, Infos infos) {
		try {
			published.add(Publication.read(Party.of(publisher, infos), infos));
			serveWaiting();
			return CompletableFuture.completedFuture(null);
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	/**
	 * Looks up data.
	 *
	 * @param requester who asks
	 * @param keys      what
	 * @param infos     directives, among them the user id that the server has checked
	 * @return what was found, never nothing; fails with NOT_FOUND, NO_PERMISSIONS, TIMEOUT or BAD_PARAM
	 */
	public CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
		try {
			Search search = new Search(Party.of(requester, infos), keys, infos);
			Finds finds = find(search);
			if (!finds.publications.isEmpty() && finds.publications.size() >= search.wanted) {
				take(search, finds.publications);
			} else if (search.wanted > 0) {
				await(search);
			} else {
				search.fail(finds.denied ? Status.ERR_NO_PERMISSIONS : Status.ERR_NOT_FOUND,
						String.join(", ", keys) + (finds.denied ? " may not be read by " : " is not published for ") + requester);
			}
			return search.answer;
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	private Finds find(Search search) throws PmixException {
		List<Publication> found = new ArrayList<>();
		boolean denied = false;
		for (String key : search.keys) {
			for (Publication each : published.under(key)) {
				boolean meant = search.reaches(each);
				if (meant && each.permits(search.reader)) {
					found.add(each);
					break;
				}
				denied |= meant;
			}
		}
		return new Finds(found, denied);
	}

	private void take(Search search, List<Publication> found) {
		found.stream().filter(Publication::isForOneReader).forEach(published::remove);
		search.answer(found.stream().map(Publication::data).toList());
	}

	private void await(Search search) throws PmixException {
		if (waiting.size() >= MAX_WAITING) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "more than " + MAX_WAITING + " lookups wait");
		}
		waiting.add(search);
		search.limit.ifPresent(limit -> search.waits(timers.schedule(limit, () -> {
			if (waiting.remove(search)) {
				search.fail(Status.ERR_TIMEOUT, String.join(", ", search.keys) + " was not published within " + limit.toSeconds() + " s");
			}
		})));
	}

	private void serveWaiting() throws PmixException {
		for (Iterator<Search> all = waiting.iterator(); all.hasNext();) {
			Search search = all.next();
			List<Publication> found = find(search).publications;
			if (found.size() >= search.wanted) {
				all.remove();
				take(search, found);
			}
		}
	}

	/**
	 * Removes what a process has published, whatever its range; what it has not published is passed over, as the C launchers do.
	 *
	 * @param publisher who
	 * @param keys      what; empty for all
	 * @return done
	 */
	public CompletionStage<Void> unpublish(Proc publisher, List<String> keys) {
		Set<String> names = Set.copyOf(keys);
		published.removeIf(each -> each.publisher().proc().equals(publisher) && (names.isEmpty() || names.contains(each.key())));
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Removes what was kept for as long as a process, and does not let it wait any more.
	 *
	 * @param process that has ended, or all ranks of a job that has
	 */
	public void ended(Proc process) {
		published.removeIf(each -> each.endsWith(process));
		for (Search search : List.copyOf(waiting)) {
			if (process.covers(search.reader.proc())) {
				waiting.remove(search);
				search.fail(Status.ERR_NOT_FOUND, process + " has ended");
			}
		}
	}
}
