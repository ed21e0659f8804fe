// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.text.MessageFormat;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.pmix4e.core.internal.Messages;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;

/** What the ranks of one job wait for, as of the last look at the server. Immutable. */
public final class RankWaits {
	/** Shorter waits are the normal course of a job. */
	private static final Duration SHORTEST = Duration.ofSeconds(1);

	/** Nothing. */
	public static final RankWaits NONE = new RankWaits("", List.of());

	private record OneWait(String what, String text, List<Proc> procs, BitSet awaited) {
	}

	private final String nspace;
	private final List<OneWait> waits;

	private RankWaits(String nspace, List<OneWait> waits) {
		this.nspace = nspace;
		this.waits = waits;
	}

	/**
	 * @param nspace of the job
	 * @param waits  of any jobs
	 * @return those of the job that have lasted for a while
	 */
	public static RankWaits of(String nspace, List<Wait> waits) {
		List<OneWait> own = waits.stream().filter(wait -> wait.concerns(nspace) && wait.age().compareTo(SHORTEST) >= 0).map(wait -> {
			BitSet awaited = new BitSet();
			wait.awaited().stream().filter(proc -> proc.nspace().equals(nspace) && proc.rank().isProcess())
					.forEach(proc -> awaited.set(proc.rank().value()));
			return new OneWait(shortened(wait.what(), nspace), shortened(wait.text(), nspace), wait.procs(), awaited);
		}).toList();
		return own.isEmpty() ? NONE : new RankWaits(nspace, own);
	}

	/** Leaves out the name of the job, which the reader knows. */
	private static String shortened(String text, String nspace) {
		return text.replace(" of " + nspace, "").replace(nspace + ":", "rank ");
	}

	/** @return each with its age */
	public List<String> lines() {
		return waits.stream().map(OneWait::text).toList();
	}

	/**
	 * @param rank of the job
	 * @return what it waits for, or else what others wait for
	 */
	public Optional<String> of(int rank) {
		Proc proc = Proc.of(nspace, rank);
		return waits.stream().filter(wait -> !wait.awaited.get(rank) && wait.procs.stream().anyMatch(each -> each.covers(proc)))
				.map(OneWait::what).findFirst().or(() -> waits.stream().filter(wait -> wait.awaited.get(rank)).findFirst()
						.map(wait -> MessageFormat.format(Messages.RankWaits_awaited, wait.what)));
	}

	/**
	 * @param before an earlier state
	 * @param ranks  the number of ranks of the job
	 * @return the ranks for which {@link #of(int)} differs
	 */
	public IntStream changed(RankWaits before, int ranks) {
		boolean isSame = waits.stream().map(OneWait::what).toList().equals(before.waits.stream().map(OneWait::what).toList());
		return isSame ? IntStream.empty() : IntStream.range(0, ranks).filter(rank -> !of(rank).equals(before.of(rank)));
	}
}
