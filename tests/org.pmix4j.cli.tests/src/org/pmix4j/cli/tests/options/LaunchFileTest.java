// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.engines.EngineRequest;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobCommandLine;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.OutputFormat.Tag;

/** The jobs of launch configurations that Eclipse has stored. */
class LaunchFileTest {
	@TempDir
	private Path scratch;

	private RunOrder order(String attributes, String... options) throws IOException {
		return ofType("org.pmix4e.launch.job", attributes, options);
	}

	private RunOrder ofType(String type, String attributes, String... options) throws IOException {
		Path file = scratch.resolve("job.launch");
		Files.writeString(file, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<launchConfiguration type=\"" + type + "\">\n"
				+ attributes + "</launchConfiguration>\n");
		List<String> words = new ArrayList<>(List.of("--launch-file", file.toString()));
		words.addAll(List.of(options));
		return RunOptions.parse(words);
	}

	private static String text(String key, String value) {
		return "<stringAttribute key=\"" + key + "\" value=\"" + value + "\"/>\n";
	}

	@Test
	void parse_launchFile_readsProgramAndOptions() throws Exception {
		RunOrder order = order(text("org.pmix4e.launch.program", "/bin/echo") + text("org.pmix4e.launch.arguments", "a &quot;b c&quot;")
				+ "<intAttribute key=\"org.pmix4e.launch.ranks\" value=\"3\"/>\n"
				+ "<intAttribute key=\"org.pmix4e.launch.timeout\" value=\"30\"/>\n"
				+ "<booleanAttribute key=\"org.pmix4e.launch.continue\" value=\"true\"/>\n" + text("org.pmix4e.launch.mapBy", "node")
				+ text("org.pmix4e.launch.sessionDirectory", "/tmp") + text("org.eclipse.debug.core.ATTR_WORKING_DIRECTORY", "/")
				+ "<mapAttribute key=\"org.eclipse.debug.core.environmentVariables\">\n<mapEntry key=\"A\" value=\"1\"/>\n</mapAttribute>\n");

		AppSpec app = order.job().apps().get(0);
		assertThat(app.program()).isEqualTo("/bin/echo");
		assertThat(app.arguments()).containsExactly("a", "b c");
		assertThat(app.ranks()).isEqualTo(3);
		assertThat(app.directory()).isEqualTo(Path.of("/"));
		assertThat(app.options().get(PlacementOptions.MAP_BY)).isEqualTo("node");
		assertThat(order.job().get(OutputOptions.TAG)).isEqualTo(Tag.RANK);
		assertThat(order.launcher().get(LauncherOptions.TMPDIR)).isEqualTo(Path.of("/tmp"));
		assertThat(JobCommandLine.of(order.job(), order.launcher())).containsExactly("run", "-n", "3", "--wdir", "/", "-x", "A=1", "--tmpdir",
				"/tmp", "--map-by", "node", "--tag=rank", "--timeout", "30", "--continue", "/bin/echo", "a", "b c");
	}

	@Test
	void parse_furtherPrograms_followTheFirst() throws Exception {
		RunOrder order = order(text("org.pmix4e.launch.program", "/bin/true") + text("org.pmix4e.launch.hosts", "localhost:3")
				+ text("org.pmix4e.launch.mapBy", "node") + "<intAttribute key=\"org.pmix4e.launch.ranks\" value=\"1\"/>\n"
				+ "<listAttribute key=\"org.pmix4e.launch.morePrograms\">\n<listEntry value=\"2 /bin/sh -c 'exit 0'\"/>\n</listAttribute>\n");

		AppSpec second = order.job().apps().get(1);
		assertThat(second.ranks()).isEqualTo(2);
		assertThat(second.program()).isEqualTo("/bin/sh");
		assertThat(second.arguments()).containsExactly("-c", "exit 0");
		assertThat(order.job().apps().get(0).options().get(PlacementOptions.HOSTS)).isEqualTo("localhost:3");
		assertThat(second.options().isSet(PlacementOptions.HOSTS)).isFalse();
		assertThat(second.options().isSet(PlacementOptions.MAP_BY)).isFalse();
	}

	@Test
	void parse_optionOnCommandLine_countsMore() throws Exception {
		RunOrder order = order(text("org.pmix4e.launch.program", "/bin/true") + "<intAttribute key=\"org.pmix4e.launch.ranks\" value=\"1\"/>\n",
				"-n", "5", "--continue");

		assertThat(order.job().apps().get(0).options().get(AppOptions.RANKS)).isEqualTo(5);
		assertThat(order.job().get(JobOptions.CONTINUE)).isTrue();
	}

	@Test
	void parse_engine_isThatOfTheFileUnlessTheCommandLineNamesOne() throws Exception {
		String attributes = text("org.pmix4e.launch.program", "/bin/true") + text("org.pmix4e.launch.engine", "slurm")
				+ text("org.pmix4e.launch.slurm", "partition=all,nodes=3");

		assertThat(order(attributes).engine()).isEqualTo(new EngineRequest("slurm", List.of("partition=all,nodes=3")));
		assertThat(order(attributes, "--slurm", "nodes=2").engine()).isEqualTo(new EngineRequest("slurm", List.of("nodes=2")));
		assertThat(order(attributes, "--engine", "prrte").engine()).isEqualTo(new EngineRequest("prrte", List.of()));
		assertThat(order(text("org.pmix4e.launch.program", "/bin/true")).engine()).isEqualTo(EngineRequest.NONE);
	}

	@Test
	void parse_variableOfProject_isItsFolder() throws Exception {
		Files.writeString(scratch.resolve(".project"), "<projectDescription><name>solver</name></projectDescription>");
		RunOrder order = order(text("org.pmix4e.launch.program", "${workspace_loc:/solver/bin/run}"));

		assertThat(order.job().apps().get(0).program()).isEqualTo(scratch.toAbsolutePath().normalize().resolve("bin/run").toString());
	}

	@Test
	void parse_whatNeedsTheWorkbench_isRefused() {
		assertThatThrownBy(() -> order(text("org.pmix4e.launch.program", "${workspace_loc:/other/run}")))
				.hasMessageContaining("variable ${workspace_loc:/other/run}");
		assertThatThrownBy(() -> order(text("org.pmix4e.launch.program", "${string_prompt}"))).hasMessageContaining("${string_prompt}");
		assertThatThrownBy(() -> order(text("org.pmix4e.launch.kind", "java"))).hasMessageContaining("class path");
		assertThatThrownBy(() -> order("")).hasMessageContaining("names no program");
		assertThatThrownBy(() -> ofType("org.eclipse.jdt.launching.localJavaApplication", "")).hasMessageContaining("is not a PMIx job");
		assertThatThrownBy(() -> order(text("org.pmix4e.launch.program", "x") + text("org.pmix4e.launch.other", "y")))
				.hasMessageContaining("unknown attribute org.pmix4e.launch.other");
		assertThatThrownBy(() -> order(text("org.pmix4e.launch.program", "x") + text("org.pmix4e.launch.mapBy", "moon")))
				.hasMessageContaining("mapping policy").hasMessageContaining("moon");
		assertThatThrownBy(() -> order(text("org.pmix4e.launch.program", "x"), "/bin/true")).hasMessageContaining("no other can be named");
		assertThatThrownBy(() -> RunOptions.parse(List.of("--launch-file", "/no/such.launch"))).hasMessageContaining("cannot be read");
	}

	@Test
	void parse_brokenXml_isRefused() {
		assertThatThrownBy(() -> order("<stringAttribute")).hasMessageContaining("is not a launch configuration");
	}
}
