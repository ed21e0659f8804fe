// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.MapBy;
import org.pmix4j.job.internal.policy.MappingPolicy;
import org.pmix4j.job.internal.policy.PerResource;
import org.pmix4j.job.internal.policy.RankBy;
import org.pmix4j.job.internal.policy.Words;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Maps a job: decides the policies that the user left open, maps and binds the processes of all programs, and numbers them. The result
 * depends on the order alone. Used for one job, on any thread.
 *
 * @see "PRRTE 3, rmaps/base: map_job; docs/placement.md names the differences"
 */
public final class JobMapper {
	/** Up to this number ranks get a core each by default, more share a NUMA node. */
	private static final int FEW = 2;

	private final MappingOrder order;
	private final MappingPolicy wish;
	/** True if ranks stay unbound that the user does not bind. */
	private final boolean unbound;
	private final MappingRun run;
	private final List<Integer> counts = new ArrayList<>();
	private Optional<RankFile> rankFile = Optional.empty();
	private Level mapLevel = Level.NONE;
	private final boolean threadsOnly;
	private int total;

	private JobMapper(MappingOrder order, boolean unbound) {
		this.order = order;
		this.unbound = unbound;
		wish = order.map();
		run = new MappingRun(order);
		// where each core has one thread, PRRTE takes the words core and corecpus of a job that is only mapped for hwthread and hwtcpus
		threadsOnly = !run.nodes.isEmpty() && lacksCores(run.nodes.values().iterator().next().hardware);
		run.hwthreads |= threadsOnly && wish.hwthreads().isPresent();
		if (threadsOnly && run.binding.given() && run.binding.level() == Level.CORE) {
			run.binding = run.binding.forcedTo(Level.HWTHREAD);
		}
	}

	private boolean lacksCores(NodeHardware hardware) {
		return hardware.all(Type.CORE).isEmpty() || !order.launched() && !hardware.hasCores();
	}

	/**
	 * Maps a job. Slots take precedence over processors: where the ranks of a job fit the slots, but not the processors to which they would be
	 * bound by default, they are not bound.
	 *
	 * @param order decides about the map
	 * @return the map
	 * @throws PmixException BAD_PARAM if policies contradict each other, ERR_JOB_INSUFFICIENT_RESOURCES if slots or processors do not
	 *                       suffice, ERR_JOB_FAILED_TO_MAP if the nodes lack something else; the message says what to do
	 */
	public static JobMap map(MappingOrder order) throws PmixException {
		try {
			return new JobMapper(order, false).map();
		} catch (PmixException e) {
			boolean bindsByDefault = !order.binding().given() && order.map().cpusPerRank() == 0 && order.map().cpuList().isEmpty()
					&& !order.map().ordered();
			if (!bindsByDefault || e.status().equals(Status.ERR_BAD_PARAM)) {
				throw e;
			}
			return new JobMapper(order, true).map();
		}
	}

	/**
	 * Counts the ranks of an order whose programs leave their number open.
	 *
	 * @param order decides about the map
	 * @return the number of ranks of each program
	 * @throws PmixException as {@link #map(MappingOrder)}
	 */
	public static List<Integer> count(MappingOrder order) throws PmixException {
		JobMapper mapper = new JobMapper(order, false);
		mapper.decideMapping();
		mapper.countRanks();
		return List.copyOf(mapper.counts);
	}

	private JobMap map() throws PmixException {
		decideMapping();
		countRanks();
		decideSubscription();
		decideLevel();
		decideRanking();
		decideBinding();
		run.wanted = total;
		String mapper = mapAll();
		return result(mapper, new Ranker(run).rank());
	}

	private void decideMapping() throws PmixException {
		if (wish.by().isPresent()) {
			run.map = wish.by().get() == MapBy.CORE && threadsOnly ? MapBy.HWTHREAD : wish.by().get();
		} else if (wish.cpusPerRank() > 1) {
			run.map = MapBy.SLOT;
		} else if (run.binding.given()) {
			run.map = run.binding.level() == Level.NONE ? MapBy.SLOT : MapBy.of(run.binding.level());
		} else {
			run.map = run.hwthreads ? MapBy.HWTHREAD : MapBy.CORE;
		}
		if (!wish.perResource().isEmpty()) {
			run.perResource = Optional.of(PerResource.parse(wish.perResource()));
		}
		if (run.map == MapBy.RANK_FILE) {
			rankFile = Optional.of(RankFile.parse(order.file()));
		}
	}

	private void countRanks() throws PmixException {
		for (AppOrder app : order.apps()) {
			counts.add(app.ranks() > 0 ? app.ranks() : Math.max(1, count(app)));
			total += counts.getLast();
		}
	}

	/** Counts as many ranks as fit. */
	private int count(AppOrder app) throws PmixException {
		if (run.map == MapBy.RANK_FILE) {
			return rankFile.orElseThrow().size();
		}
		run.oversubscribe = true;
		List<NodeRun> targets = run.targets(app, false);
		int slots = MappingRun.free(targets);
		if (run.perResource.isPresent()) {
			PerResource pattern = run.perResource.get();
			int pieces = 0;
			for (NodeRun node : targets) {
				pieces += pattern.level() == Level.NONE ? 1 : node.hardware.all(Type.of(pattern.level())).size();
			}
			return pattern.count() * pieces;
		}
		if (run.map == MapBy.SEQUENCE) {
			return FileMapper.sequence(order, app).size();
		}
		if (!wish.cpuList().isEmpty()) {
			return Words.split(wish.cpuList(), ',').size();
		}
		if (run.cpusPerRank > 1) {
			int room = 0;
			for (NodeRun node : targets) {
				room += node.hardware.all(run.hwthreads ? Type.PU : Type.CORE).size() / run.cpusPerRank;
			}
			return Math.min(slots, Math.max(1, room));
		}
		return slots;
	}

	/** Slots that were counted limit a job only if the user says so; PRRTE refuses such a job, but laptops are oversubscribed daily. */
	private void decideSubscription() {
		boolean stated = false;
		int slots = 0;
		for (NodeRun node : run.nodes.values()) {
			stated |= node.slotsGiven;
			slots += Math.max(0, node.slots - node.processes);
		}
		run.oversubscribe = wish.oversubscribe().orElse(!stated && slots < total);
	}

	private void decideLevel() throws PmixException {
		if (run.cpusPerRank > 1 && (run.map == MapBy.CORE && !run.hwthreads || run.map == MapBy.HWTHREAD)) {
			throw Words.refused("pe=" + run.cpusPerRank + " asks for more processors than the one that mapping by core or hwthread gives a rank;"
					+ " map by a larger piece such as numa or package");
		}
		mapLevel = run.map == MapBy.PER_RESOURCE ? run.perResource.orElseThrow().level() : run.map.level();
		run.level = mapLevel;
	}

	private void decideRanking() throws PmixException {
		run.rank = run.map == MapBy.SEQUENCE || run.map == MapBy.RANK_FILE ? RankBy.USER
				: order.rankBy().orElseGet(() -> RankBy.defaultOf(run.map, wish.span()));
		// PRRTE mixes the programs here, but MPI_Comm_spawn_multiple promises their order, and users of mpirun expect it
		run.inOrderOfPrograms = order.apps().size() > 1 && wish.by().isEmpty() && order.rankBy().isEmpty();
		boolean byPiece = run.rank == RankBy.FILL || run.rank == RankBy.SPAN;
		if (byPiece && mapLevel == Level.NONE) {
			throw Words.refused("ranking policy " + run.rank.label().toLowerCase(Locale.ROOT) + " needs a mapping by pieces of hardware"
					+ " such as core, numa or package, not by " + run.map.word());
		}
	}

	private void decideBinding() throws PmixException {
		if (!run.binding.given()) {
			run.binding = run.oversubscribe || unbound ? run.binding.dropped() : run.binding.defaultingTo(defaultBinding());
		}
		if (run.map == MapBy.CPU_LIST && run.binding.given()) {
			requireCpus("a list of processors");
		}
		if (mapLevel.compareTo(run.binding.level()) > 0 && run.binding.level() != Level.NONE) {
			throw Words.refused("ranks that are mapped by " + mapLevel.word() + " cannot be bound to " + run.binding.level().word()
					+ ", which is larger; bind to " + mapLevel.word() + " or to a smaller piece, or map by " + run.binding.level().word());
		}
		if (wish.cpusPerRank() > 0 && run.binding.given()) {
			requireCpus("the qualifier pe=" + run.cpusPerRank);
		}
		if (run.cpusPerRank > 1 || wish.ordered()) {
			if (run.binding.given()) {
				requireCpus(wish.ordered() ? "the qualifier ordered" : "the qualifier pe=" + run.cpusPerRank);
				run.hwthreads = run.binding.level() == Level.HWTHREAD;
			} else {
				run.binding = run.binding.forcedTo(run.hwthreads ? Level.HWTHREAD : Level.CORE);
			}
		}
		run.bind = run.binding.level();
	}

	private void requireCpus(String wanted) throws PmixException {
		if (run.binding.level() != Level.CORE && run.binding.level() != Level.HWTHREAD) {
			throw Words.refused(wanted + " binds ranks to processors, so they cannot be bound to " + run.binding.level().word()
					+ "; allowed are core and hwthread");
		}
	}

	private Level defaultBinding() {
		Level cpu = run.hwthreads || threadsOnly && run.map != MapBy.CPU_LIST ? Level.HWTHREAD : Level.CORE;
		if (wish.cpusPerRank() > 0 || run.map == MapBy.CPU_LIST) {
			return cpu;
		}
		return mapLevel != Level.NONE ? mapLevel : total <= FEW ? cpu : Level.NUMA;
	}

	/** Maps all programs; returns the name of the mapper in PRRTE. */
	private String mapAll() throws PmixException {
		FileMapper file = new FileMapper(run);
		for (int app = 0; app < counts.size(); app++) {
			AppOrder program = order.apps().get(app);
			int ranks = counts.get(app);
			switch (run.map) {
				case SEQUENCE -> file.mapSequence(app, ranks);
				case RANK_FILE -> file.mapRanks(app, ranks, rankFile.orElseThrow());
				case PER_RESOURCE -> new ResourceMapper(run, app, ranks, run.targets(program, false), run.perResource.orElseThrow()).map();
				case NODE, SLOT, CPU_LIST -> new SlotMapper(run, app, ranks, run.targets(program, false)).map();
				default -> new ObjectMapper(run, app, ranks, run.targets(program, false)).map();
			}
		}
		return run.map == MapBy.SEQUENCE ? "seq" : run.map == MapBy.RANK_FILE ? "rank_file" : run.map == MapBy.PER_RESOURCE ? "ppr"
				: "round_robin";
	}

	private JobMap result(String mapper, List<RankPlace> ranked) {
		List<Placement> ranks = new ArrayList<>();
		int[] appRanks = new int[counts.size()];
		for (RankPlace rank : ranked) {
			ranks.add(new Placement(rank.rank, rank.app, appRanks[rank.app]++, rank.node.node, rank.localRank, rank.nodeRank,
					CpuSet.of(rank.cpus)));
		}
		List<NodeUse> nodes = run.used.stream().map(node -> new NodeUse(node.node, node.slots, node.maxSlots, node.processes, node.slotsGiven,
				node.hardware, node.taken)).toList();
		MapBy shown = run.map == MapBy.PER_RESOURCE ? MapBy.of(mapLevel) : run.map;
		return new JobMap(ranks, new MapSummary(mapper, shown, qualifiers(), run.rank, run.binding.label(), wish.cpuList(),
				wish.perResource(), wish.cpusPerRank(), wish.hwthreads().isPresent() && (wish.hwthreads().get() || threadsOnly),
				order.pool().slots(), run.binding.report(), nodes));
	}

	private String qualifiers() {
		String text = wish.noLocal() ? ":NO_USE_LOCAL" : "";
		text += run.oversubscribe ? ":OVERSUBSCRIBE" : ":NOOVERSUBSCRIBE";
		return text + (wish.span() ? ":SPAN" : "") + (wish.ordered() ? ":ORDERED" : "");
	}
}
