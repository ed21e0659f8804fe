// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.Launch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.internal.launch.JobLaunchDelegate;
import org.pmix4e.core.launch.LaunchOption;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.launch.PlacementPreview;
import org.pmix4e.core.launch.PlacementPreview.PreviewedRank;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.spi.LaunchProblem;

/** Tests launches of several programs and the placement of ranks. */
class PlacementTest {
	private static final IEclipsePreferences PREFERENCES = InstanceScope.INSTANCE.getNode(PmixPreferences.NODE);

	@RegisterExtension
	final Jobs jobs = new Jobs();

	private static List<String> errors(ILaunchConfigurationWorkingCopy copy) {
		return LaunchValidator.validate(copy).stream().filter(LaunchProblem::isError).map(LaunchProblem::message).toList();
	}

	private static String shown(ILaunchConfigurationWorkingCopy copy) throws CoreException {
		return new JobLaunchDelegate().showCommandLine(copy, ILaunchManager.RUN_MODE, new Launch(copy, ILaunchManager.RUN_MODE, null),
				new NullProgressMonitor());
	}

	@Test
	void launch_severalPrograms_runsAllAsOneJob() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(1, "echo first $PMIX_RANK");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("2 /bin/sh -c 'echo second $PMIX_RANK'"));
		copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY, "slot");
		Launched launched = Launched.launch(copy).awaitEnd();

		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] first 0", "[1] second 1", "[2] second 2");
		assertThat(launched.process().ranks()).hasSize(3);
		assertThat(launched.namespace().children()).extracting(AppElement::program).containsExactly("/bin/sh", "/bin/sh");
		assertThat(launched.process().getExitValue()).isZero();
	}

	@Test
	void oversubscription_ofPreference_countsForPoliciesThatSayNothingOfIt() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.script(4, "true");
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:2");
		assertThatThrownBy(() -> PlacementPreview.of(copy)).isInstanceOf(CoreException.class).hasMessageContaining("2 are free");
		try {
			PREFERENCES.put(PmixPreferences.OVERSUBSCRIPTION, PmixPreferences.OVERSUBSCRIBE_ALLOW);
			assertThat(PlacementPreview.of(copy).nodes().get(0).oversubscribed()).isTrue();
			assertThat(shown(copy)).contains(":oversubscribe");
			copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY, "slot");
			assertThat(PlacementPreview.of(copy).nodes().get(0).oversubscribed()).isTrue();
			copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY, "slot:NoOversubscribe");
			assertThatThrownBy(() -> PlacementPreview.of(copy)).isInstanceOf(CoreException.class);
			copy.removeAttribute(PmixLaunchConstants.ATTR_HOSTS);
			copy.removeAttribute(PmixLaunchConstants.ATTR_MAP_BY);
			copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, 1000);
			PREFERENCES.put(PmixPreferences.OVERSUBSCRIPTION, PmixPreferences.OVERSUBSCRIBE_REFUSE);
			assertThatThrownBy(() -> PlacementPreview.of(copy)).isInstanceOf(CoreException.class).hasMessageContaining("1000 ranks");
		} finally {
			PREFERENCES.remove(PmixPreferences.OVERSUBSCRIPTION);
		}
	}

	@Test
	void ranks_mappedInTurns_belongToTheirPrograms() throws Exception {
		Path echo = Jobs.scratch().resolve("other");
		Files.createSymbolicLink(echo, Path.of("/bin/sh"));
		ILaunchConfigurationWorkingCopy copy = jobs.script(2, "echo first $PMIX_RANK");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("2 " + echo + " -c 'echo second $PMIX_RANK'"));
		copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY, "core:oversubscribe");
		List<List<Integer>> preview = byProgram(PlacementPreview.of(copy));
		Launched launched = Launched.launch(copy).awaitEnd();

		List<AppElement> programs = launched.namespace().children();
		assertThat(programs).extracting(AppElement::name).containsExactly("sh", "other");
		List<List<Integer>> shown = programs.stream().map(app -> app.children().stream().map(RankElement::rank).toList()).toList();
		assertThat(shown).isEqualTo(preview);
		Function<String, List<Integer>> said = word -> launched.out().lines().filter(line -> line.contains(word))
				.map(line -> Integer.valueOf(line.substring(line.length() - 1))).sorted().toList();
		assertThat(shown).containsExactly(said.apply("first"), said.apply("second"));
		assertThat(launched.namespace().ranks()).extracting(RankElement::rank).containsExactly(0, 1, 2, 3);
		assertThat(programs).allSatisfy(app -> assertThat(app.children()).allMatch(rank -> rank.app() == app));
	}

	private static List<List<Integer>> byProgram(PlacementPreview preview) {
		List<PreviewedRank> ranks = preview.nodes().stream().flatMap(node -> node.ranks().stream()).toList();
		return Stream.of(0, 1).map(app -> ranks.stream().filter(rank -> rank.program() == app).map(PreviewedRank::rank).toList()).toList();
	}

	@Test
	void showCommandLine_severalPrograms_separatesThem() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_TAG, PmixLaunchConstants.TAG_NONE);
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("2 /bin/sh -c 'exit 0'"));

		assertThat(shown(copy)).matches("\\S+ run -n 1 --wdir \\S+ /bin/echo : -n 2 --wdir \\S+ /bin/sh -c 'exit 0'");
	}

	@Test
	void showCommandLine_placement_namesPolicies() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY, "slot:oversubscribe");
		copy.setAttribute(PmixLaunchConstants.ATTR_RANK_BY, "node");
		copy.setAttribute(PmixLaunchConstants.ATTR_BIND_TO, "none");
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:2");

		assertThat(shown(copy)).contains(" --host localhost:2 --map-by slot:oversubscribe --rank-by node --bind-to none ");
	}

	@Test
	void launch_moreRanksThanStatedSlots_isRefused() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(3, "/bin/true");
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:2");

		assertThatThrownBy(() -> Launched.launch(copy)).isInstanceOf(CoreException.class).hasMessageContaining("slots");
	}

	@Test
	void launch_statedSlots_runsThatMany() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(3, "/bin/true");
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:3");
		copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY, "slot");
		Launched launched = Launched.launch(copy).awaitEnd();

		assertThat(launched.process().getExitValue()).as(launched.err()).isZero();
		assertThat(launched.namespace().session().slots()).isEqualTo(3);
	}

	@Test
	void preview_ofConfiguration_placesEachRank() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:4");
		copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY, "slot");
		copy.setAttribute(PmixLaunchConstants.ATTR_BIND_TO, "none");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("1 /bin/true"));
		PlacementPreview preview = PlacementPreview.of(copy);

		assertThat(preview.mapping()).startsWith("BYSLOT");
		assertThat(preview.nodes()).singleElement().satisfies(node -> {
			assertThat(node.slots()).isEqualTo(4);
			assertThat(node.oversubscribed()).isFalse();
			assertThat(node.ranks()).containsExactly(new PreviewedRank(0, 0, "UNBOUND"), new PreviewedRank(1, 0, "UNBOUND"),
					new PreviewedRank(2, 1, "UNBOUND"));
		});
	}

	@Test
	void preview_unknownHost_saysWhich() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "elsewhere.example:2");

		assertThatThrownBy(() -> PlacementPreview.of(copy)).isInstanceOf(CoreException.class).hasMessageContaining("elsewhere.example");
	}

	@Test
	void validate_policies_namesChoices() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_BIND_TO, "everything");

		assertThat(errors(copy)).singleElement().asString().contains("binding policy").contains("everything");
	}

	@Test
	void validate_furtherPrograms_reportsEachProblem() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, "/bin/echo");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("/bin/true"));
		assertThat(errors(copy)).containsExactly(
				"A further program must be a number of ranks from 1 to 65536, a program and its arguments, not '/bin/true'.");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("1 /no/such"));
		assertThat(errors(copy)).containsExactly("The program /no/such does not exist.");
		copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("65535 /bin/true"));
		assertThat(errors(copy)).containsExactly("The job has 65537 ranks; at most 65536 can be started.");
	}

	@Test
	void option_ofAttribute_hasHelpOfTheTable() {
		assertThat(LaunchOption.of(PmixLaunchConstants.ATTR_MAP_BY).help()).startsWith("Map ranks by");
		assertThat(LaunchOption.of(PmixLaunchConstants.ATTR_STACK_TRACES).kind()).isEqualTo(LaunchOption.Kind.FLAG);
		assertThat(LaunchOption.of(PmixLaunchConstants.ATTR_MAX_RESTARTS).kind()).isEqualTo(LaunchOption.Kind.NUMBER);
		assertThatThrownBy(() -> LaunchOption.of("other")).isInstanceOf(IllegalArgumentException.class);
	}
}
