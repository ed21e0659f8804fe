// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.HeadGateway;
import org.pmix4j.testkit.PretendNodes;

/** Tests the tab Where: its choices, Test Connection, and a launch on three nodes that this machine plays. */
class WhereTabTest extends UserTest {
	private static final String SHOW_OUTPUT = "org.pmix4e.ui.commands.showOutput";
	private static final String AUTOMATIC = "Automatic: this machine, or through PRRTE other machines named below";
	private static final String PRRTE = "The nodes below, or those of an allocation, through PRRTE";

	@TempDir
	private static Path shared;

	@Test
	void hosts_areTestedAndRunTheJob_whoseNodesTheViewsShow() throws Exception {
		try (PretendNodes nodes = PretendNodes.start(Files.createTempDirectory(shared, "nodes"), 3);
				HeadGateway head = HeadGateway.open(nodes)) {
			ILaunchConfigurationWorkingCopy copy = Jobs.configuration("nodes", 6, Path.of("/bin/sh"),
					"-c 'echo on $(hostname); exec sleep 1000'").getWorkingCopy();
			copy.setAttribute(ILaunchManager.ATTR_ENVIRONMENT_VARIABLES, head.environment());
			copy.setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, nodes.folder().toString());
			copy.doSave();

			LaunchDialogTester dialog = LaunchDialogTester.open().choose("nodes").tab("Where");
			assertThat(dialog.radio()).isEqualTo(AUTOMATIC);
			dialog.radio(PRRTE).write("Hosts and slots:", "node1:2,node9:2").press("Test Connection");
			Ui.await(() -> "the failure instead of " + dialog.shown(), () -> dialog.shown().contains("node9 by ssh"));
			dialog.write("Hosts and slots:", "node1:2,node2:2,node3:2").press("Test Connection");
			Ui.await(() -> "the nodes instead of " + dialog.shown(), () -> dialog.shown().contains("node1, node2, node3"));
			assertThat(dialog.shown()).contains("PRRTE 3.0.8");
			Pictures.window(dialog.shell(), "dialog-where-tested-light");
			dialog.tab("Placement");
			Ui.await(() -> "who places the ranks in " + dialog.labels(),
					() -> dialog.labels().stream().anyMatch(label -> label.startsWith("The engine prrte places the ranks")));

			ILaunch launch = Jobs.launch(dialog::run);
			JobProcess job = Jobs.job(launch);
			ConsoleTester.awaitText(job, "[5] on node3");
			JobsViewTester jobs = JobsViewTester.show();
			Ui.await(() -> "six running ranks in " + jobs.rows(), () -> jobs.rows().stream()
					.filter(row -> row.contains("  Rank ") && row.contains("| running |")).count() == 6);
			Workbench.command(PmixUi.COMMAND_GROUP_BY_NODE);
			try {
				jobs.awaitRows(3, "Node node");
				assertThat(names(jobs)).containsSubsequence("Node node1", "Rank 0", "Rank 1", "Node node2", "Rank 2", "Rank 3", "Node node3",
						"Rank 4", "Rank 5");
				jobs.select("Node node2");
				Ui.await("Show Output", () -> Workbench.isEnabled(SHOW_OUTPUT));
				Pictures.screen("jobs-nodes-light");
			} finally {
				Workbench.command(PmixUi.COMMAND_GROUP_BY_NODE);
			}
			jobs.awaitRows(0, "Node node");
			assertThat(names(jobs)).containsSubsequence("Rank 0", "Rank 1", "Rank 2", "Rank 3", "Rank 4", "Rank 5");
			MapTester map = MapTester.show();
			assertThat(job.ranks()).extracting(rank -> rank.getAttribute(PmixLaunchConstants.PROCESS_NODE)).containsExactly("node1", "node1",
					"node2", "node2", "node3", "node3");
			map.tab(0);
			Pictures.screen("nodes-map-light");

			launch.terminate();
			Jobs.awaitEnd(launch);
		}
	}

	/** Returns the first two words of each row. */
	private static List<String> names(JobsViewTester jobs) {
		return jobs.rows().stream().map(row -> String.join(" ", List.of(row.strip().split("[ |]+")).subList(0, 2))).toList();
	}
}
