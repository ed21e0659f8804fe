// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.eclipse.core.resources.IMarker;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IBreakpointManager;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.lsp4j.debug.SetBreakpointsArguments;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.SourceBreakpoint;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.launch.SourcePaths;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSession;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.source.BreakpointFiles;

/**
 * Keeps the line breakpoints of a rank at its adapter: ours and, without depending on it, those of CDT. Owned by a target; may be used
 * from any thread.
 */
final class NativeBreakpoints {
	/** The marker type and attributes of line breakpoints of CDT, from its interfaces ICLineBreakpoint and ICBreakpoint. */
	private static final String CDT_MARKER = "org.eclipse.cdt.debug.core.cLineBreakpointMarker";
	private static final String CDT_FILE = "org.eclipse.cdt.debug.core.sourceHandle";
	private static final String CDT_CONDITION = "org.eclipse.cdt.debug.core.condition";
	private static final String CDT_IGNORED = "org.eclipse.cdt.debug.core.ignoreCount";

	private record Wanted(int line, String condition, int ignored) {
		SourceBreakpoint breakpoint(DebugAdapter adapter) {
			SourceBreakpoint breakpoint = new SourceBreakpoint();
			breakpoint.setLine(line);
			if (!condition.isEmpty()) {
				breakpoint.setCondition(condition);
			}
			if (ignored > 0) {
				breakpoint.setHitCondition(adapter.hitCondition(ignored));
			}
			return breakpoint;
		}
	}

	private static final String PYTHON = ".py";

	private final int rank;
	private final boolean isOfPython;
	private final SourcePaths paths;
	/** What the adapter has, by the path that the file has for the rank. */
	private Map<String, List<Wanted>> sent = Map.of();

	/**
	 * @param isOfPython whether the rank runs a Python program: it gets the breakpoints in Python files, others get all others
	 * @param paths      those of source files for the rank
	 */
	NativeBreakpoints(int rank, boolean isOfPython, SourcePaths paths) {
		this.rank = rank;
		this.isOfPython = isOfPython;
		this.paths = paths;
	}

	/** Returns whether adapters can set a breakpoint. Tracepoints and printing breakpoints of CDT have subtypes, and stop nothing. */
	static boolean isNative(IBreakpoint breakpoint) {
		try {
			IMarker marker = breakpoint.getMarker();
			return marker != null && (breakpoint instanceof NativeLineBreakpoint || marker.exists() && CDT_MARKER.equals(marker.getType()));
		} catch (CoreException e) {
			return false; // it was deleted meanwhile
		}
	}

	private static List<IBreakpoint> all() {
		return Stream.of(DebugPlugin.getDefault().getBreakpointManager().getBreakpoints()).filter(NativeBreakpoints::isNative).toList();
	}

	/** Sends the breakpoints of each file in which they have changed since the last call. */
	synchronized void send(AdapterSession session) throws AdapterException {
		Map<String, List<Wanted>> wanted = wanted();
		Set<String> files = new TreeSet<>(sent.keySet());
		files.addAll(wanted.keySet());
		for (String file : files) {
			List<Wanted> lines = wanted.getOrDefault(file, List.of());
			if (!lines.equals(sent.getOrDefault(file, List.of()))) {
				SetBreakpointsArguments arguments = arguments(file, lines, session.adapter());
				session.request("setBreakpoints", server -> server.setBreakpoints(arguments));
			}
		}
		sent = wanted;
	}

	private static SetBreakpointsArguments arguments(String file, List<Wanted> lines, DebugAdapter adapter) {
		Source source = new Source();
		source.setName(file.substring(file.lastIndexOf('/') + 1));
		source.setPath(file);
		SetBreakpointsArguments arguments = new SetBreakpointsArguments();
		arguments.setSource(source);
		arguments.setBreakpoints(lines.stream().map(line -> line.breakpoint(adapter)).toArray(SourceBreakpoint[]::new));
		return arguments;
	}

	private Map<String, List<Wanted>> wanted() {
		Map<String, List<Wanted>> wanted = new TreeMap<>();
		IBreakpointManager manager = DebugPlugin.getDefault().getBreakpointManager();
		if (manager.isEnabled()) {
			for (IBreakpoint breakpoint : all()) {
				IMarker marker = breakpoint.getMarker();
				Optional<Path> file = file(marker);
				int line = marker.getAttribute(IMarker.LINE_NUMBER, 0);
				if (file.isPresent() && file.get().toString().endsWith(PYTHON) == isOfPython && line > 0 && isEnabled(breakpoint)
						&& isForRank(marker)) {
					wanted.computeIfAbsent(paths.there(file.get()).toString(), name -> new ArrayList<>())
							.add(new Wanted(line, marker.getAttribute(CDT_CONDITION, ""), marker.getAttribute(CDT_IGNORED, 0)));
				}
			}
		}
		return wanted;
	}

	private static boolean isEnabled(IBreakpoint breakpoint) {
		try {
			return breakpoint.isEnabled();
		} catch (CoreException e) {
			ILog.of(NativeBreakpoints.class).log(e.getStatus());
			return false;
		}
	}

	private boolean isForRank(IMarker marker) {
		return RankSet.parse(marker.getAttribute(PmixLaunchConstants.BREAKPOINT_RANKS, "")).map(ranks -> ranks.contains(rank)).orElse(true);
	}

	/** Returns the location of the file of a breakpoint. */
	private static Optional<Path> file(IMarker marker) {
		return BreakpointFiles.location(marker, CDT_FILE).or(() -> BreakpointFiles.location(marker, NativeLineBreakpoint.PATH));
	}

	/** Returns the breakpoints at the line of a frame. */
	List<IBreakpoint> at(NativeFrame frame) {
		return all().stream().filter(breakpoint -> breakpoint.getMarker().getAttribute(IMarker.LINE_NUMBER, 0) == frame.getLineNumber())
				.filter(breakpoint -> file(breakpoint.getMarker()).equals(frame.source())).toList();
	}
}
