// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.options;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.attributes.SpawnAttributes;

/** Options that decide which rank runs where. */
public final class PlacementOptions {
	/** Nothing that these policies decide about differs on one node as long as ranks are not bound. */
	private static final Set<String> MAPPINGS = Set.of("", "slot", "node", "core", "hwthread", "numa", "package", "l1cache", "l2cache",
			"l3cache", "byslot", "bynode", "oversubscribe", "nooversubscribe", "span", "inherit", "noinherit");
	private static final Set<String> RANKINGS = Set.of("", "slot", "node", "fill", "span", "byslot", "bynode");
	private static final Set<String> BINDINGS = Set.of("", "none");
	private static final String PER_RESOURCE = "ppr:";
	private static final Pattern PER_NODE = Pattern.compile("(\\d{1,5}):node(:(no)?oversubscribe)?");

	/** The nodes that may be used: {@code node[:slots],...}; empty for all. */
	public static final JobOption<String> HOSTS = JobOption
			.of(OptionScope.APP, "hosts", OptionType.TEXT, "", "Use these nodes only, each with N slots: node:2,node:*,+n0,+e:1,^node.")
			.withValueWords("NODE[:N],...", "--host", "-host", "-H").in(OptionGroup.PLACEMENT).withText(SpawnAttributes.HOST);
	/** Nodes to add to the session; empty for none. */
	public static final JobOption<String> ADD_HOSTS = JobOption
			.of(OptionScope.APP, "added hosts", OptionType.TEXT, "", "Add slots to these nodes, or state them anew: node:+2,node:4.")
			.withValueWords("NODE:N,...", "--add-host").in(OptionGroup.PLACEMENT).withText(SpawnAttributes.ADD_HOST);
	/** A file with the nodes that may be used; empty for none. */
	public static final JobOption<String> HOSTFILE = JobOption
			.of(OptionScope.APP, "hostfile", OptionType.TEXT, "",
					"Use the nodes of that file only; a line is: node slots=N max-slots=N.")
			.withValueWords("FILE", "--hostfile", "-hostfile", "--machinefile", "-machinefile").in(OptionGroup.PLACEMENT)
			.withText(SpawnAttributes.HOSTFILE);
	/** A file with nodes to add to the session; empty for none. */
	public static final JobOption<String> ADD_HOSTFILE = JobOption
			.of(OptionScope.APP, "added hostfile", OptionType.TEXT, "",
					"Add slots to the nodes of that file; a line is: node slots=+N.")
			.withValueWords("FILE", "--add-hostfile").in(OptionGroup.PLACEMENT)
			.withText(SpawnAttributes.ADD_HOSTFILE);
	/** The policy that maps ranks to nodes and processors; empty for that of the host. */
	public static final JobOption<String> MAP_BY = JobOption
			.of(OptionScope.APP, "mapping policy", OptionType.TEXT, "", "Map ranks by that policy.").withText(SpawnAttributes.MAPBY)
			.withHonored(policy -> MAPPINGS.containsAll(words(policy)) || isPerNodeMapping(policy));
	/** How many ranks run on each resource of a kind: {@code 4:node}; empty for no limit. */
	public static final JobOption<String> PER_RESOURCE_COUNT = JobOption
			.of(OptionScope.APP, "number of ranks for each resource", OptionType.TEXT, "", "Run that many ranks on each resource: 4:node.")
			.withText(SpawnAttributes.PPR).withHonored(pattern -> perNode(pattern).matches());
	/** The policy that numbers ranks; empty for that of the host. */
	public static final JobOption<String> RANK_BY = JobOption
			.of(OptionScope.APP, "ranking policy", OptionType.TEXT, "", "Number ranks by that policy.").withText(SpawnAttributes.RANKBY)
			.withHonored(policy -> RANKINGS.containsAll(words(policy)));
	/** The policy that binds ranks to processors; empty for that of the host. */
	public static final JobOption<String> BIND_TO = JobOption
			.of(OptionScope.APP, "binding policy", OptionType.TEXT, "", "Bind ranks to that kind of processors.")
			.withText(SpawnAttributes.BINDTO).withHonored(policy -> BINDINGS.containsAll(words(policy)));
	/** Whether a job with more ranks than slots are free is refused. */
	public static final JobOption<Boolean> NO_OVERSUBSCRIBE = JobOption
			.flag(OptionScope.APP, "ban of oversubscription", "Refuse to run more ranks than slots are free.")
			.withAttribute(SpawnAttributes.NO_OVERSUBSCRIBE);
	/** Whether no rank runs on the node of the launcher. */
	public static final JobOption<Boolean> NOT_ON_HEAD = JobOption
			.flag(OptionScope.APP, "ban of the launcher's node", "Run no rank on the node of the launcher.")
			.withAttribute(SpawnAttributes.NO_PROCS_ON_HEAD);

	private PlacementOptions() {
	}

	/**
	 * @param values of a program
	 * @return how many ranks of it may run on each node; empty if that is not limited, or by another resource
	 */
	public static OptionalInt ranksPerNode(OptionValues values) {
		String pattern = values.get(PER_RESOURCE_COUNT);
		String mapping = values.get(MAP_BY);
		Matcher matcher = perNode(pattern.isEmpty() && isPerNodeMapping(mapping) ? mapping.substring(PER_RESOURCE.length()) : pattern);
		return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
	}

	/**
	 * @param values of a program
	 * @return whether it must not run with more ranks than slots are free, in whatever form that is given
	 */
	public static boolean forbidsOversubscription(OptionValues values) {
		return values.get(NO_OVERSUBSCRIBE) || words(values.get(MAP_BY)).contains("nooversubscribe");
	}

	private static boolean isPerNodeMapping(String mapping) {
		return mapping.toLowerCase(Locale.ROOT).startsWith(PER_RESOURCE) && perNode(mapping.substring(PER_RESOURCE.length())).matches();
	}

	private static Matcher perNode(String pattern) {
		return PER_NODE.matcher(pattern.strip().toLowerCase(Locale.ROOT));
	}

	private static Set<String> words(String policy) {
		return new HashSet<>(List.of(policy.toLowerCase(Locale.ROOT).split("[:,]")));
	}
}
