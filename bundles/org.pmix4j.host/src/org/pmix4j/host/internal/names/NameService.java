// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.pmix4j.host.internal.thread.Timers;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.StoredValue;
import org.pmix4j.server.options.MemoryShare;

/**
 * Keeps in memory the data that processes publish for others to look up. Owned by the host.
 *
 * <p>
 * A reader must pass three tests: its user or group is allowed, it is in the publisher's range, and the publisher is in the range of the
 * lookup.
 *
 * @see "PMIx Standard, chapter Publish/Lookup Operations"
 */
public final class NameService {
	/** More keys of waiting lookups than this come from a program out of control. */
	private static final int MAX_WAITING = 1 << 17;

	/** The data that a reader finds, and whether there was data that it must not read. */
	private record Finds(List<Publication> publications, boolean denied) {
	}

	private final Timers timers;
	private final Published published;
	private final Set<Search> waiting = new LinkedHashSet<>();
	/** The lookups that wait for each key. */
	private final Map<String, Set<Search>> waitingFor = new HashMap<>();
	private int keysWaiting;

	/** @param timers end lookups that wait too long */
	public NameService(Timers timers) {
		this(timers, Runtime.getRuntime().maxMemory());
	}

	/**
	 * @param timers end lookups that wait too long
	 * @param memory the heap, of which published data may use a share, in bytes
	 */
	public NameService(Timers timers, long memory) {
		this.timers = timers;
		this.published = new Published(MemoryShare.PUBLISHED.of(memory));
	}

	/**
	 * Publishes all of the data or none, and answers the lookups that wait for it.
	 *
	 * @param publisher the process and its user
	 * @param infos     data and directives, among them the user id that the server has checked
	 * @return completes when published; fails with DUPLICATE_KEY if a key is taken in that range, BAD_PARAM or OUT_OF_RESOURCE
	 */
	public CompletionStage<Void> publish(Proc publisher, Infos infos) {
		try {
			List<Publication> fresh = Publication.read(Party.of(publisher, infos), infos);
			published.add(fresh);
			serve(waitingFor(fresh));
			return CompletableFuture.completedFuture(null);
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	/**
	 * Looks up data.
	 *
	 * @param requester the reader
	 * @param keys      the keys to look up
	 * @param infos     directives, among them the user id that the server has checked
	 * @return the data found, never empty; fails with NOT_FOUND, NO_PERMISSIONS, TIMEOUT or BAD_PARAM
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
						search.keyText() + (finds.denied ? " may not be read by " : " is not published for ") + requester);
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
		if (keysWaiting + search.keys.size() > MAX_WAITING) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "lookups wait for more than " + MAX_WAITING + " keys");
		}
		waiting.add(search);
		keysWaiting += search.keys.size();
		search.keys.forEach(key -> waitingFor.computeIfAbsent(key, each -> new LinkedHashSet<>()).add(search));
		search.limit.ifPresent(limit -> search.waits(timers.schedule(limit, () -> {
			if (endWaiting(search)) {
				search.fail(Status.ERR_TIMEOUT, search.keyText() + " was not published within " + limit.toSeconds() + " s");
			}
		})));
	}

	/** Returns whether the lookup has waited. */
	private boolean endWaiting(Search search) {
		if (!waiting.remove(search)) {
			return false;
		}
		keysWaiting -= search.keys.size();
		for (String key : search.keys) {
			waitingFor.computeIfPresent(key, (each, all) -> all.remove(search) && all.isEmpty() ? null : all);
		}
		return true;
	}

	/** Returns the lookups that wait for one of these keys, in the order in which they began. */
	private List<Search> waitingFor(List<Publication> fresh) {
		Set<Search> concerned = new HashSet<>();
		fresh.forEach(each -> concerned.addAll(waitingFor.getOrDefault(each.key(), Set.of())));
		return concerned.isEmpty() ? List.of() : waiting.stream().filter(concerned::contains).toList();
	}

	private void serve(List<Search> concerned) throws PmixException {
		for (Search search : concerned) {
			List<Publication> found = find(search).publications;
			if (found.size() >= search.wanted) {
				endWaiting(search);
				take(search, found);
			}
		}
	}

	/**
	 * Adds the values that a process or the processes of a job have published, regardless of their readers.
	 *
	 * @param stored what the server keeps for it
	 * @param proc   a rank, or any other rank for its job
	 * @param most   how many values to return at most
	 * @return all values
	 */
	public List<StoredValue> withPublished(List<StoredValue> stored, Proc proc, int most) {
		Proc publisher = proc.rank().isProcess() ? proc : Proc.wildcard(proc.nspace());
		return Stream.concat(stored.stream(), published.all().filter(each -> publisher.covers(each.publisher().proc()))
				.map(each -> new StoredValue(StoredValue.Realm.PUBLISHED, each.publisher().proc().toString(), each.key(), each.value())))
				.limit(most).toList();
	}

	/**
	 * Removes data that a process has published in any range. Ignores keys that it has not published, as the C launchers do.
	 *
	 * @param publisher the process and its user
	 * @param keys      the keys to remove; empty for all
	 * @return completes when removed
	 */
	public CompletionStage<Void> unpublish(Proc publisher, List<String> keys) {
		if (keys.isEmpty()) {
			published.removeIf(each -> each.publisher().proc().equals(publisher));
		}
		keys.forEach(key -> published.removeIf(key, each -> each.publisher().proc().equals(publisher)));
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Removes the data that lives as long as a process, and ends its lookups.
	 *
	 * @param process the process that has ended, or all ranks of a job that has ended
	 */
	public void ended(Proc process) {
		published.removeIf(each -> each.endsWith(process));
		for (Search search : List.copyOf(waiting)) {
			if (process.covers(search.reader.proc())) {
				endWaiting(search);
				search.fail(Status.ERR_NOT_FOUND, process + " has ended");
			}
		}
	}
}
