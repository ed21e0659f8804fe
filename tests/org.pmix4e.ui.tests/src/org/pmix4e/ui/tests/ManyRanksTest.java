// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.events.EventsView;
import org.pmix4j.testkit.Checkout;

/** Tests that a job of many ranks does not block the user interface, whichever views are in front. */
class ManyRanksTest extends UserTest {
	/** The goal is 200 ms on a quiet machine, where it takes 60 to 100 ms. */
	private static final Duration LONGEST_PAUSE = Duration.ofMillis(300);
	/** Thousands of processes start slowly on a machine that other work loads. */
	private static final Duration LONGEST_START = Duration.ofMinutes(5);
	private static final int RANKS = 4096;
	private static final String LAST = Integer.toString(RANKS - 1);

	@TempDir
	private Path folder;

	@ParameterizedTest
	@CsvSource({ PmixUi.VIEW_JOBS + ", " + PmixUi.VIEW_OUTPUT, PmixUi.VIEW_MAP + ", " + PmixUi.VIEW_EVENTS })
	void job_of4096Ranks_doesNotBlockUserInterface(String first, String second) throws Exception {
		for (String view : List.of(PmixUi.VIEW_JOBS, PmixUi.VIEW_MAP, PmixUi.VIEW_OUTPUT, PmixUi.VIEW_EVENTS)) {
			Workbench.show(view);
		}
		Path program = Files.writeString(folder.resolve("rank.sh"), "#!/bin/sh\necho begins\nexec sleep 600\n");
		assertThat(program.toFile().setExecutable(true)).isTrue();
		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("warm up", 4, Path.of("/bin/date"), "")));
		Pulse pulse = Pulse.requireShorter(LONGEST_PAUSE, () -> {
			Workbench.clean();
			Workbench.show(first);
			Workbench.show(second);
		}, () -> {
			ILaunch launch = Jobs.launch(Jobs.configuration("many", RANKS, program, ""));
			Ui.await("the job", () -> Jobs.job(launch).element().isPresent());
			NamespaceElement job = Jobs.job(launch).element().orElseThrow();
			Workbench.show(second);
			Ui.await(LONGEST_START, () -> "all ranks", () -> job.ranks().size() == RANKS
					&& job.ranks().stream().allMatch(rank -> rank.state() == ElementState.RUNNING));
			use(first);
			use(second);
			launch.terminate();
			Jobs.awaitEnd(launch);
		});
		Files.writeString(Checkout.root().resolve("tests/org.pmix4e.ui.tests/target/many-" + first + ".txt"), pulse + "\n");
	}

	@Test
	void placement_of65536Ranks_isPreviewedWithoutPause() throws Exception {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("all").program("/bin/echo").ranks(65_536).tab("Where");
		try {
			Pulse.requireShorter(LONGEST_PAUSE, () -> dialog.tab("Where").write("Hosts and slots:", ""), () -> {
				dialog.write("Hosts and slots:", "localhost:65536").tab("Placement").choose("Map by:", "slot").choose("Bind to:", "none");
				Ui.await(() -> "the preview " + dialog.preview(),
						() -> dialog.preview().stream().anyMatch(row -> row.endsWith(": 65536 ranks on 65536 slots | ")));
				assertThat(dialog.preview()).hasSizeLessThan(300).contains("  rank 255 | UNBOUND").last().asString().contains("65280");
			});
		} finally {
			dialog.close();
		}
	}

	private static void use(String view) {
		switch (view) {
			case PmixUi.VIEW_JOBS -> {
				JobsViewTester jobs = JobsViewTester.show();
				jobs.awaitRows(RANKS / RankRange.SIZE, "Ranks ");
				jobs.expand("Ranks 3840-" + LAST);
				jobs.awaitRows(1, "Rank " + LAST);
				jobs.select("Rank " + LAST);
				assertThat(jobs.selected()).startsWith("Rank " + LAST);
				Pictures.screen("many-jobs");
			}
			case PmixUi.VIEW_MAP -> {
				MapTester map = MapTester.show();
				map.type(LAST);
				Ui.await("rank " + LAST, () -> map.selected().equals(List.of(LAST)));
				map.key(SWT.ARROW_LEFT, '\0');
				Pictures.screen("many-map");
			}
			case PmixUi.VIEW_OUTPUT -> {
				OutputTester output = OutputTester.show();
				Ui.await("a line of each rank", () -> output.lines().size() >= RANKS);
				Pictures.screen("many-output");
				output.filter("rank:" + LAST);
				Ui.await("the line of the last rank", () -> output.lines().size() == 1);
			}
			default -> {
				// the console, which the platform brings to the front at the first output, hides it until now
				EventsView events = (EventsView) Workbench.show(PmixUi.VIEW_EVENTS);
				Table table = (Table) events.parts().get(1);
				Ui.await("the events of the last rank", () -> Ui.get(() -> Stream.of(table.getItems()).anyMatch(row -> row.getText(1).equals(LAST))));
				Pictures.screen("many-events");
				Ui.run(() -> table.setSelection(table.getItemCount() - 1));
			}
		}
	}
}
