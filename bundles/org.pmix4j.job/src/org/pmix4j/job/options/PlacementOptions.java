// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.job.internal.policy.Level;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.internal.policy.PerResource;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Options that decide which rank runs where. */
public final class PlacementOptions {
	private static final int MOST_CPUS = 0xffff;

	/** The nodes that may be used: {@code node[:slots],...}; empty for all. */
	public static final JobOption<String> HOSTS = JobOption
			.of(OptionScope.APP, "hosts", NodeListType.NODES, "", "Use these nodes only, each with N slots: node:2,node:*,+n0,+e:1,^node.")
			.withValueWords("NODE[:N],...", "--host", "-H").in(OptionGroup.PLACEMENT).asCommon().withKey("org.pmix4e.launch.hosts")
			.withText(SpawnAttributes.HOST);
	/** Nodes to add to the session; empty for none. */
	public static final JobOption<String> ADD_HOSTS = JobOption
			.of(OptionScope.APP, "added hosts", NodeListType.NODES, "", "Add slots to these nodes, or state them anew: node:+2,node:4.")
			.withValueWords("NODE:N,...", "--add-host").in(OptionGroup.PLACEMENT).withText(SpawnAttributes.ADD_HOST);
	/** A file with the nodes that may be used; empty for none. */
	public static final JobOption<String> HOSTFILE = JobOption
			.of(OptionScope.APP, "hostfile", OptionType.TEXT, "",
					"Use the nodes of that file only; a line is: node slots=N max-slots=N.")
			.withValueWords("FILE", "--hostfile", "--machinefile").in(OptionGroup.PLACEMENT).asCommon().withKey("org.pmix4e.launch.hostfile")
			.withText(SpawnAttributes.HOSTFILE);
	/** A file with nodes to add to the session; empty for none. */
	public static final JobOption<String> ADD_HOSTFILE = JobOption
			.of(OptionScope.APP, "added hostfile", OptionType.TEXT, "",
					"Add slots to the nodes of that file; a line is: node slots=+N.")
			.withValueWords("FILE", "--add-hostfile").in(OptionGroup.PLACEMENT)
			.withText(SpawnAttributes.ADD_HOSTFILE);
	/** The lists that choose nodes, or change their slots. */
	public static final List<JobOption<String>> LISTS = List.of(HOSTS, HOSTFILE, ADD_HOSTS, ADD_HOSTFILE);
	/** The policy that maps ranks to nodes and processors; empty for that of the engine. */
	public static final JobOption<String> MAP_BY = JobOption
			.of(OptionScope.APP, "mapping policy", PolicyType.MAPPING, "",
					"Map ranks by slot, node, core, numa, package, ... as prterun; default core. Qualifiers follow colons.")
			.in(OptionGroup.PLACEMENT).withValueWords("POLICY", "--map-by").asCommon().withKey("org.pmix4e.launch.mapBy")
			.withText(SpawnAttributes.MAPBY)
			.withSpelling("--byslot", "slot").withSpelling("--bynode", "node").withSpelling("--bycore", "core")
			.withSpelling("--pernode", "ppr:1:node").withSpelling("--npernode", "N", count -> "ppr:" + count + ":node")
			.withSpelling("-N", "N", count -> "ppr:" + count + ":node").withSpelling("--N", "N", count -> "ppr:" + count + ":node")
			.withSpelling("--npersocket", "N", count -> "ppr:" + count + ":package").withSpelling("--ppr", "PATTERN", pattern -> "ppr:" + pattern)
			.withSpelling("--rankfile", "FILE", file -> "rankfile:file=" + file).withSpelling("-rf", "FILE", file -> "rankfile:file=" + file)
			.withSpelling("--cpu-list", "LIST", list -> "pe-list=" + list)
			.withSpelling("--cpu-set", "LIST", list -> "pe-list=" + list).withSpelling("--pe-list", "LIST", list -> "pe-list=" + list)
			.withSpelling("--cpus-per-proc", "N", count -> ":pe=" + count).withSpelling("--cpus-per-rank", "N", count -> ":pe=" + count)
			.withSpelling("--oversubscribe", ":oversubscribe").withSpelling("--nooversubscribe", ":nooversubscribe")
			.withSpelling("--nolocal", ":nolocal").withSpelling("--use-hwthread-cpus", ":hwtcpus");
	/** The number of ranks on each resource of a kind: {@code 4:node}; empty for no limit. */
	public static final JobOption<String> PER_RESOURCE_COUNT = JobOption
			.of(OptionScope.APP, "number of ranks for each resource", PolicyType.PATTERN, "",
					"Run that many ranks on each resource: 4:node.")
			.withText(SpawnAttributes.PPR);
	/** The policy that numbers ranks; empty for that of the engine. */
	public static final JobOption<String> RANK_BY = JobOption
			.of(OptionScope.APP, "ranking policy", PolicyType.RANKING, "", "Number ranks by slot, node, fill or span.")
			.in(OptionGroup.PLACEMENT).withValueWords("POLICY", "--rank-by").withKey("org.pmix4e.launch.rankBy")
			.withText(SpawnAttributes.RANKBY);
	/** The policy that binds ranks to processors; empty for that of the engine. */
	public static final JobOption<String> BIND_TO = JobOption
			.of(OptionScope.APP, "binding policy", PolicyType.BINDING, "",
					"Bind ranks to none, hwthread, core, l1cache, l2cache, l3cache, numa or package.")
			.in(OptionGroup.PLACEMENT).withValueWords("POLICY", "--bind-to").asCommon().withKey("org.pmix4e.launch.bindTo")
			.withText(SpawnAttributes.BINDTO)
			.withSpelling("--bind-to-core", "core").withSpelling("--bind-to-socket", "package").withSpelling("--bind-to-none", "none");
	/** The number of processors of each rank; 0 for that of the mapping policy. */
	public static final JobOption<Integer> CPUS_PER_RANK = JobOption
			.of(OptionScope.APP, "number of processors for each rank", OptionType.number(0, MOST_CPUS), 0, "Bind each rank to that many processors.")
			.withAttribute(SpawnAttributes.CPUS_PER_PROC);
	/** The logical numbers of the processors that the job may use; empty for all. */
	public static final JobOption<String> CPU_LIST = JobOption
			.of(OptionScope.APP, "list of processors", PolicyType.CPUS, "", "Use only these processors.").withText(SpawnAttributes.CPU_LIST);
	/** Refuses a job with more ranks than there are free slots. */
	public static final JobOption<Boolean> NO_OVERSUBSCRIBE = JobOption
			.flag(OptionScope.APP, "ban of oversubscription", "Refuse to run more ranks than slots are free.")
			.withAttribute(SpawnAttributes.NO_OVERSUBSCRIBE);
	/** Keeps ranks away from the node of the launcher. */
	public static final JobOption<Boolean> NOT_ON_HEAD = JobOption
			.flag(OptionScope.APP, "ban of the launcher's node", "Run no rank on the node of the launcher.")
			.withAttribute(SpawnAttributes.NO_PROCS_ON_HEAD);

	private PlacementOptions() {
	}

	/**
	 * Derives the options of a further program of a job from those of the first one. Policies describe the whole job and stay with the first
	 * program; so do the lists of nodes, because the slots of each list would add up.
	 *
	 * @param first options of the first program
	 * @param ranks how many ranks run the further program, at least 1
	 * @return the options of the further program
	 */
	public static OptionValues ofFurtherProgram(OptionValues first, int ranks) {
		OptionValues own = first.without(MAP_BY).without(RANK_BY).without(BIND_TO);
		for (JobOption<String> list : LISTS) {
			own = own.without(list);
		}
		return own.with(AppOptions.RANKS, ranks);
	}

	/**
	 * {@return how many ranks of a program run on each node, as {@link #PER_RESOURCE_COUNT} or {@link #MAP_BY} asks; empty if neither
	 * does}
	 *
	 * @param values of a program
	 * @throws PmixException BAD_PARAM if a policy is wrong
	 */
	public static OptionalInt ranksPerNode(OptionValues values) throws PmixException {
		String pattern = values.get(PER_RESOURCE_COUNT);
		String wanted = MappingPolicyReader.read(pattern.isEmpty() ? values.get(MAP_BY) : "ppr:" + pattern).perResource();
		if (wanted.isEmpty()) {
			return OptionalInt.empty();
		}
		PerResource ranks = PerResource.parse(wanted);
		return ranks.level() == Level.NONE ? OptionalInt.of(ranks.count()) : OptionalInt.empty();
	}

	/**
	 * {@return whether it must not run with more ranks than there are free slots, however that is stated}
	 *
	 * @param values of a program
	 * @throws PmixException BAD_PARAM if a policy is wrong
	 */
	public static boolean forbidsOversubscription(OptionValues values) throws PmixException {
		return values.get(NO_OVERSUBSCRIBE) || MappingPolicyReader.read(values.get(MAP_BY)).oversubscribe().equals(Optional.of(false));
	}
}
