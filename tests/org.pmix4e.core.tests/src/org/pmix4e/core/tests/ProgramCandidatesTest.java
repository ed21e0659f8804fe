// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.launch.ProgramCandidates;
import org.pmix4e.core.spi.ProgramCandidate;

/** Tests finding programs in a selection and creating configurations for them. */
class ProgramCandidatesTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private final IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject("programs");

	@BeforeEach
	void createProject() throws Exception {
		project.create(null);
		project.open(null);
	}

	@AfterEach
	void deleteProject() throws Exception {
		project.delete(true, null);
	}

	private IFile file(String name, boolean executable) throws Exception {
		IFile file = project.getFile(name);
		file.create(new ByteArrayInputStream("#!/bin/sh\npwd\n".getBytes(StandardCharsets.UTF_8)), true, null);
		file.getLocation().toFile().setExecutable(executable);
		return file;
	}

	private static List<ProgramCandidate> find(Object selected) throws Exception {
		return ProgramCandidates.find(List.of(selected), new NullProgressMonitor());
	}

	@Test
	void find_executableFile_returnsOneCandidate() throws Exception {
		IFile file = file("tool", true);

		assertThat(find(file)).singleElement().satisfies(candidate -> {
			assertThat(candidate.name()).isEqualTo("tool");
			assertThat(candidate.attributes()).containsEntry(PmixLaunchConstants.ATTR_PROGRAM, "${workspace_loc:/programs/tool}");
			assertThat(candidate.resource()).contains(file);
		});
	}

	@Test
	void find_project_returnsItsExecutables() throws Exception {
		file("one", true);
		file("two", true);
		file("readme", false);

		assertThat(find(project)).extracting(ProgramCandidate::name).containsExactlyInAnyOrder("one", "two");
	}

	@Test
	void find_otherSelection_returnsNothing() throws Exception {
		assertThat(find(file("readme", false))).isEmpty();
		assertThat(find("text")).isEmpty();
	}

	@Test
	void newConfiguration_ofCandidate_runsInItsProjectWithLastNumberOfRanks() throws Exception {
		PmixPreferences.rememberRanks(3);
		ProgramCandidate candidate = find(file("tool", true)).get(0);
		ILaunchConfigurationWorkingCopy copy = ProgramCandidates.newConfiguration(candidate);

		assertThat(LaunchValidator.firstError(copy)).isEmpty();
		assertThat(LaunchValidator.defaultDirectory(copy)).isEqualTo(project.getLocation().toPath());
		Launched launched = Launched.launch(copy).awaitEnd();
		String directory = project.getLocation().toPath().toRealPath().toString();
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] " + directory, "[1] " + directory, "[2] " + directory);
	}

	@Test
	void configurations_ofCandidate_areThoseThatLaunchIt() throws Exception {
		ProgramCandidate one = find(file("one", true)).get(0);
		ProgramCandidate two = find(file("two", true)).get(0);
		ILaunchConfiguration saved = ProgramCandidates.newConfiguration(one).doSave();

		assertThat(ProgramCandidates.configurations(one)).containsExactly(saved);
		assertThat(ProgramCandidates.configurations(two)).isEmpty();
	}
}
