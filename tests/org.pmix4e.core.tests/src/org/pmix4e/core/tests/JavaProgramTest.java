// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.launch.ProgramCandidates;
import org.pmix4e.core.spi.LaunchProblem;
import org.pmix4e.core.spi.ProgramCandidate;

/** Tests launching Java classes of the workspace as ranks. */
class JavaProgramTest {
	private static final String HELLO = """
			package hello;
			public class Hello {
				public static void main(String[] arguments) {
					System.out.println("h\u00e4llo from rank " + System.getenv("PMIX_RANK") + " of " + System.getProperty("who") + " to "
						+ String.join("+", arguments));
				}
				public static class Inner {
					public static void main(String[] arguments) {
						System.exit(5);
					}
				}
				static class Empty {
				}
			}
			""";

	@RegisterExtension
	final Jobs jobs = new Jobs();

	private JavaProject project;

	@BeforeEach
	void createProject() throws Exception {
		project = JavaProject.create("java");
	}

	@AfterEach
	void deleteProject() throws Exception {
		project.delete();
	}

	private ILaunchConfigurationWorkingCopy configuration(String type) throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.empty("java");
		copy.setAttribute(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_JAVA);
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, "java");
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE, type);
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, 2);
		return copy;
	}

	private static List<ProgramCandidate> find(Object selected) throws Exception {
		return ProgramCandidates.find(List.of(selected), new NullProgressMonitor());
	}

	private static List<String> errors(ILaunchConfigurationWorkingCopy copy) {
		return LaunchValidator.validate(copy).stream().map(LaunchProblem::message).toList();
	}

	@Test
	void launch_class_runsWithClassPathOfItsProject() throws Exception {
		project.write("Hello.java", HELLO.replace("package hello;\n", ""));
		project.build();
		ILaunchConfigurationWorkingCopy copy = configuration("Hello");
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_VM_ARGUMENTS, "-Dwho=\"two ranks\"");
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "you 'and me'");
		copy.setAttribute("org.eclipse.debug.ui.ATTR_CONSOLE_ENCODING", "UTF-8");
		Launched launched = Launched.launch(copy).awaitEnd();

		assertThat(launched.err()).isEmpty();
		assertThat(launched.process().getLabel()).isEqualTo("2 ranks of Hello");
		assertThat(launched.namespace().children().get(0).name()).isEqualTo("Hello");
		assertThat(launched.out().lines()).containsExactlyInAnyOrder("[0] h\u00e4llo from rank 0 of two ranks to you+and me",
				"[1] h\u00e4llo from rank 1 of two ranks to you+and me");
	}

	@Test
	void launch_nestedClass_endsWithItsExitCode() throws Exception {
		project.java().getProject().getFolder("src/hello").create(true, true, null);
		project.write("hello/Hello.java", HELLO);
		project.build();

		assertThat(Launched.launch(configuration("hello.Hello$Inner")).awaitEnd().process().getExitValue()).isEqualTo(5);
	}

	@Test
	void launch_module_runsFromTheModulePath() throws Exception {
		project.write("module-info.java", "module hello {}");
		project.java().getProject().getFolder("src/hello").create(true, true, null);
		project.write("hello/Name.java",
				"package hello; class Name { public static void main(String[] a) { System.out.println(Name.class.getModule().getName()); } }");
		project.build();

		assertThat(Launched.launch(configuration("hello.Name")).awaitEnd().out().lines()).containsExactlyInAnyOrder("[0] hello", "[1] hello");
	}

	@Test
	void validate_javaConfiguration_reportsEachProblem() throws Exception {
		project.write("Empty.java", "class Empty { }");
		ILaunchConfigurationWorkingCopy copy = configuration("Missing");
		assertThat(errors(copy)).containsExactly("The project java has no class Missing.");
		assertThat(errors(configuration("Empty"))).containsExactly("The class Empty has no main method: choose a class that has one.");
		assertThat(errors(configuration(""))).containsExactly("Choose a class with a main method.");
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, "nowhere");
		assertThat(errors(copy)).containsExactly("The workspace has no project nowhere.");
		copy.setAttribute(PmixLaunchConstants.ATTR_JAVA_PROJECT, "");
		assertThat(errors(copy)).containsExactly("Choose the Java project of the main class.");
		project.java().getProject().close(null);
		assertThat(errors(configuration("Empty"))).containsExactly("The project java is closed: open it first.");
	}

	@Test
	void find_javaFile_returnsItsClassesWithMain() throws Exception {
		project.java().getProject().getFolder("src/hello").create(true, true, null);
		IFile file = project.write("hello/Hello.java", HELLO);

		assertThat(find(file)).extracting(candidate -> candidate.attributes().get(PmixLaunchConstants.ATTR_JAVA_MAIN_TYPE))
				.containsExactly("hello.Hello", "hello.Hello$Inner");
		assertThat(find(project.java().findType("hello.Hello.Inner"))).extracting(ProgramCandidate::name).containsExactly("Inner");
		assertThat(find(project.java().findType("hello.Hello.Empty"))).extracting(ProgramCandidate::name).containsExactly("Hello");
	}

	@Test
	void find_javaProject_returnsAllClassesWithMain() throws Exception {
		project.write("One.java", HELLO.replace("package hello;\n", "").replace("Hello", "One"));
		project.write("Two.java", "class Two { static void main() { } int main; }");

		assertThat(find(project.java())).extracting(ProgramCandidate::name).contains("One", "Inner");
		assertThat(find(project.java().getProject())).extracting(ProgramCandidate::name).contains("One", "Inner");
	}

	@Test
	void newConfiguration_ofClass_runs() throws Exception {
		IFile file = project.write("Hello.java", HELLO.replace("package hello;\n", ""));
		project.build();
		ILaunchConfigurationWorkingCopy copy = ProgramCandidates.newConfiguration(find(file).get(0));

		assertThat(LaunchValidator.firstError(copy)).isEmpty();
		assertThat(LaunchValidator.defaultDirectory(copy)).isEqualTo(project.java().getProject().getLocation().toPath());
		assertThat(Launched.launch(copy).awaitEnd().process().getExitValue()).isZero();
	}
}
