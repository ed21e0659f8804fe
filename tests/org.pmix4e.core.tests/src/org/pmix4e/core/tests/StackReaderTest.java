// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.resources.IFile;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.spi.FramePlace;
import org.pmix4e.core.stack.StackNode;
import org.pmix4e.core.stack.StackReader;
import org.pmix4e.core.stack.StackTree;

/** Tests reading the stacks of Java ranks, of which rank 0 stops in a second thread, rank 1 in main, and rank 2 nowhere. */
class StackReaderTest {
	private static final String THREADS = """
			public class Threads {
				static volatile boolean go = true;
				public static void main(String[] arguments) throws Exception {
					int rank = Integer.parseInt(System.getenv("PMIX_RANK"));
					if (rank == 0) {
						new Thread(() -> work()).start();
					} else if (rank == 1) {
						work();
					}
					while (go) {
						Thread.sleep(10);
					}
				}
				static void work() {
					System.out.println("works");
				}
			}
			""";
	private static final FramePlace WORK = new FramePlace("Threads.work", "Threads.java", 15);

	@RegisterExtension
	final Jobs jobs = new Jobs();

	private JavaProject project;
	private IFile file;

	@BeforeEach
	void createProject() throws Exception {
		project = JavaProject.create("stacks");
		file = project.write("Threads.java", THREADS);
		project.build();
	}

	@AfterEach
	void deleteProject() throws Exception {
		Debugged.endAll();
		project.delete();
	}

	private static BitSet ranks(int... numbers) {
		BitSet set = new BitSet();
		for (int number : numbers) {
			set.set(number);
		}
		return set;
	}

	private static BitSet in(List<StackNode> nodes, FramePlace place) {
		BitSet found = new BitSet();
		nodes.forEach(node -> {
			if (node.place().equals(place)) {
				found.or(node.ranks());
			}
			found.or(in(node.children(), place));
		});
		return found;
	}

	@Test
	void read_javaRanks_mergesThoseThatHaveStopped() throws Exception {
		JDIDebugModel.createLineBreakpoint(file, "Threads", WORK.line(), -1, -1, 0, true, new HashMap<>());
		ILaunchConfigurationWorkingCopy copy = jobs.empty("stacks");
		copy.setAttribute(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_JAVA);
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, "stacks");
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, "Threads");
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, 3);
		Launched launched = Debugged.launch(copy);
		Debugged.await(() -> Debugged.atBreakpoint(launched).size() == 2 && launched.launch().getDebugTargets().length == 3);

		StackTree tree = StackReader.read(launched.launch(), false, () -> false);
		assertThat(in(tree.roots(), WORK)).isEqualTo(ranks(0, 1));
		assertThat(tree.roots()).extracting(root -> root.place().function()).contains("Threads.main");
		assertThat(tree.running()).isEqualTo(ranks(2));
		assertThat(tree.unreadable()).isEqualTo(ranks());

		target(launched, "0").suspend();
		Debugged.await(target(launched, "0")::isSuspended);
		StackTree all = StackReader.read(launched.launch(), true, () -> false);
		assertThat(all.roots().size()).isGreaterThan(StackReader.read(launched.launch(), false, () -> false).roots().size());
		assertThat(StackReader.read(launched.launch(), true, () -> true).roots()).isEmpty();
	}

	private static IDebugTarget target(Launched launched, String rank) {
		return Stream.of(launched.launch().getDebugTargets())
				.filter(target -> rank.equals(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK))).findFirst().orElseThrow();
	}
}
