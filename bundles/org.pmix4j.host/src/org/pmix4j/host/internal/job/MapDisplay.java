// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.Node;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.LineMarker;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.Proc;
import org.pmix4j.placement.internal.allocation.NodeNames;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.MapText;
import org.pmix4j.placement.internal.mapping.MapText.Heading;
import org.pmix4j.placement.internal.mapping.NodeHardware;
import org.pmix4j.placement.internal.mapping.NodeText;
import org.pmix4j.placement.internal.mapping.TopologyText;
import org.pmix4j.server.options.NodeName;

/**
 * The tables about a job that its launch or spawn has requested: allocation, hardware, processors, map, bindings. Made on the host's thread
 * with a copy of the session's state, and shown once on another thread before the first rank starts.
 */
final class MapDisplay {
	private static final String NOT_SHOWN = "a report cannot be shown: ";

	private final OptionValues wanted;
	private final JobPlan plan;
	private final List<PoolNode> pool;
	private final Map<Node, Integer> busy;
	private final Heading heading;
	private final List<String> texts = new ArrayList<>();
	private final List<String> problems = new ArrayList<>();

	private MapDisplay(JobPlan plan) {
		this.plan = plan;
		wanted = plan.spec().options();
		pool = plan.session().nodes().pool();
		busy = plan.session().resources().busy();
		boolean simulated = !plan.map().nodes().contains(plan.session().nodes().home().node());
		heading = new Heading(plan.nspace(), plan.server().nspace(), plan.offset(), !wanted.get(JobOptions.DO_NOT_LAUNCH),
				wanted.get(ReportOptions.PHYSICAL), simulated ? List.of() : aliases());
	}

	/**
	 * Shows the tables of a planned job, whose ranks count as running on their nodes already. To be called on the host's thread, on which the
	 * receivers are called, too.
	 *
	 * @param thread of the host
	 * @param plan   of the job
	 * @param tell   reports problems to the user
	 * @param then   goes on, immediately if no table is wanted
	 */
	static void show(HostThread thread, JobPlan plan, Consumer<String> tell, Runnable then) {
		assert thread.inThread();
		if (!areWanted(plan)) {
			then.run();
			return;
		}
		thread.whenDone(thread.aside(new MapDisplay(plan)::write), (texts, problem) -> {
			if (problem == null) {
				texts.forEach(tell);
			} else {
				tell.accept(NOT_SHOWN + problem);
			}
			then.run();
		});
	}

	/** Returns the names of this machine: the whole one first, as PRRTE. */
	private static List<String> aliases() {
		String name = NodeName.ofThisMachine();
		return Stream.of(name, NodeName.withoutDomain(name)).distinct().toList();
	}

	private static boolean areWanted(JobPlan plan) {
		OptionValues options = plan.spec().options();
		return options.get(ReportOptions.ALLOCATION) || !options.get(ReportOptions.TOPOLOGY).isEmpty()
				|| !options.get(ReportOptions.PROCESSORS).isEmpty() || options.get(ReportOptions.MAP)
				|| options.get(ReportOptions.DETAILED_MAP) || options.get(ReportOptions.BINDINGS) || plan.map().summary().report()
				|| options.get(JobOptions.DO_NOT_LAUNCH);
	}

	/** Returns a text as it belongs into the output: as elements of the whole job if that is XML, unless the text is XML itself. */
	private ByteBuffer shown(IofChannel channel, String written) {
		boolean xml = plan.spec().get(OutputOptions.XML);
		// a document has one declaration, at its beginning
		byte[] bytes = (xml && written.startsWith(MapText.DECLARATION) ? written.substring(MapText.DECLARATION.length()) : written)
				.getBytes(StandardCharsets.UTF_8);
		if (!xml || written.startsWith("<")) {
			return ByteBuffer.wrap(bytes);
		}
		OutputFormat format = new OutputFormat(OutputFormat.Tag.NONE, false, true);
		return new LineMarker(format, Proc.wildcard(plan.nspace()), channel, "").mark(bytes, 0, bytes.length);
	}

	/** Writes tables to the standard output of the job, and bindings to standard error, which may block. Returns the problems to report. */
	private List<String> write() {
		compose();
		OutputSink sink = plan.spec().sink();
		try {
			for (String each : texts) {
				sink.write(Proc.wildcard(plan.nspace()), IofChannel.STDOUT, shown(IofChannel.STDOUT, each));
			}
			if (areBindingsShown()) {
				sink.write(Proc.wildcard(plan.nspace()), IofChannel.STDERR,
						shown(IofChannel.STDERR, MapText.bindings(plan.map(), heading, source())));
			}
			sink.flush();
		} catch (IOException e) {
			problems.add(NOT_SHOWN + e.getMessage());
		}
		return problems;
	}

	/** Returns whether lines about bindings are wanted; the map of a job that is only mapped shows the bindings itself. */
	private boolean areBindingsShown() {
		return heading.launched() && (wanted.get(ReportOptions.BINDINGS) || plan.map().summary().report());
	}

	private static String source() {
		return String.format("%s:%05d", NodeName.ofThisMachine(), ProcessHandle.current().pid());
	}

	private void compose() {
		JobMap map = plan.map();
		boolean xml = wanted.get(ReportOptions.PARSEABLE);
		if (wanted.get(ReportOptions.ALLOCATION)) {
			texts.add(NodeText.allocation(lines(), xml));
		}
		for (PoolNode node : selected(ReportOptions.TOPOLOGY)) {
			PoolNode.Processors processors = node.processors().get();
			texts.add(TopologyText.of(node.node().name(), processors.machine(), processors.allowed(), heading.simulated()));
		}
		processors(map.summary().hwthreads());
		// a job that is only mapped is mapped to see the map
		boolean detailed = wanted.get(ReportOptions.DETAILED_MAP) || !heading.launched() && !wanted.get(ReportOptions.MAP);
		if (detailed || wanted.get(ReportOptions.MAP)) {
			texts.add(xml ? MapText.parseable(map, heading) : detailed ? MapText.detailed(map, heading) : MapText.plain(map, heading));
		}
	}

	/** Shows the processors of the nodes that the user names, or, once for all nodes that are alike, of all. */
	private void processors(boolean hwthreads) {
		boolean all = List.of(wanted.get(ReportOptions.PROCESSORS).split(";")).contains(ReportOptions.ALL_NODES);
		Set<PoolNode.Processors> shown = new HashSet<>();
		for (PoolNode node : selected(ReportOptions.PROCESSORS)) {
			PoolNode.Processors processors = node.processors().get();
			if (!all || shown.add(processors)) {
				texts.add(NodeText.processors(all ? "N/A" : node.node().name(),
						new NodeHardware(processors.machine(), processors.allowed()), hwthreads));
			}
		}
	}

	private List<NodeText.Line> lines() {
		List<NodeText.Line> lines = new ArrayList<>();
		for (PoolNode node : pool) {
			lines.add(new NodeText.Line(node.node().name(), node.node().slots(), node.maxSlots(),
					busy.getOrDefault(node.node(), 0) - plan.map().on(node.node()).size(), node.slotsGiven() || heading.launched(),
					heading.aliases()));
		}
		return lines;
	}

	/** Returns the nodes that the value of an option names, and notes those that the session lacks. */
	private List<PoolNode> selected(JobOption<String> option) {
		if (wanted.get(option).isEmpty()) {
			return List.of();
		}
		List<String> missing = new ArrayList<>(List.of(wanted.get(option).split(";")));
		if (missing.contains(ReportOptions.ALL_NODES)) {
			return pool;
		}
		List<PoolNode> selected = pool.stream().filter(node -> missing.stream().anyMatch(NodeNames.of(node.node())::isMeantBy)).toList();
		missing.removeIf(name -> selected.stream().anyMatch(node -> NodeNames.of(node.node()).isMeantBy(name)));
		missing.stream().filter(name -> !name.isEmpty())
				.forEach(name -> problems.add(option.name() + ": node '" + name + "' is not in this session"));
		return selected;
	}
}
