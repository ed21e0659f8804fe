// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.runtime.FileLocator;
import org.eclipse.core.runtime.Platform;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.junit.JUnitCore;
import org.eclipse.jdt.junit.TestRunListener;
import org.eclipse.jdt.junit.launcher.JUnitLaunchShortcut;
import org.eclipse.jdt.junit.model.ITestCaseElement;
import org.eclipse.jdt.junit.model.ITestElement;
import org.eclipse.jdt.junit.model.ITestElement.Result;
import org.eclipse.jdt.junit.model.ITestElementContainer;
import org.eclipse.jdt.junit.model.ITestRunSession;
import org.eclipse.jface.viewers.StructuredSelection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Await;

/** Tests Run As > JUnit Test on a class whose methods run in several ranks. */
class RanksInJUnitViewTest extends UserTest {
	/** What a project has on its class path that uses the bundle for JUnit. */
	private static final List<String> LIBRARIES = List.of("org.pmix4j.junit", "org.pmix4j.host", "org.pmix4j.process",
			"org.pmix4j.placement", "org.pmix4j.pmi", "org.pmix4j.job", "org.pmix4j.server", "org.pmix4j.client", "org.pmix4j.wire",
			"org.pmix4j.model", "com.sun.jna", "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-engine",
			"junit-platform-launcher", "org.opentest4j", "org.apiguardian.api");
	private static final String SOURCE = """
			package parallel;

			import static org.junit.jupiter.api.Assertions.assertEquals;

			import org.pmix4j.client.FenceOptions;
			import org.pmix4j.client.PmixClient;
			import org.pmix4j.junit.RanksTest;

			class RingTest {
				@RanksTest({ 1, 2 })
				void fence(PmixClient client) throws Exception {
					client.fence(FenceOptions.DEFAULT);
				}

				@RanksTest(2)
				void rankIsZero(PmixClient client) {
					assertEquals(0, client.proc().rank().value());
				}
			}
			""";

	private final CompletableFuture<ITestRunSession> finished = new CompletableFuture<>();
	private final TestRunListener listener = new TestRunListener() {
		@Override
		public void sessionFinished(ITestRunSession session) {
			finished.complete(session);
		}
	};
	private JavaPrograms programs;

	@BeforeEach
	void createProject() throws Exception {
		programs = JavaPrograms.create();
		List<Path> libraries = new ArrayList<>();
		for (String name : LIBRARIES) {
			libraries.add(FileLocator.getBundleFileLocation(Platform.getBundle(name)).orElseThrow().toPath());
		}
		programs.use(libraries);
		JUnitCore.addTestRunListener(listener);
	}

	@AfterEach
	void deleteProject() throws Exception {
		JUnitCore.removeTestRunListener(listener);
		programs.delete();
	}

	@Test
	void ranksTest_byRunAs_isATestForEachNumberOfRanks() throws Exception {
		ICompilationUnit ring = programs.add("RingTest.java", SOURCE);

		Jobs.awaitEnd(Jobs.launch(() -> new JUnitLaunchShortcut().launch(new StructuredSelection(ring), ILaunchManager.RUN_MODE)));

		List<ITestElement> tests = leaves(Await.result(finished));
		assertThat(tests).filteredOn(each -> name(each).equals("fence")).hasSize(2)
				.allSatisfy(each -> assertThat(each.getTestResult(false)).isEqualTo(Result.OK));
		assertThat(tests).filteredOn(each -> name(each).equals("rankIsZero")).singleElement().satisfies(failed -> {
			assertThat(failed.getTestResult(false)).isEqualTo(Result.FAILURE);
			assertThat(failed.getFailureTrace().getTrace()).contains("rank 1", "expected: <0> but was: <1>");
		});
		assertThat(tests).hasSize(3);
		Workbench.show("org.eclipse.jdt.junit.ResultView");
		Pictures.screen("junit-ranks");
	}

	private static String name(ITestElement test) {
		return ((ITestCaseElement) test).getTestMethodName().replaceFirst("\\(.*", "");
	}

	private static List<ITestElement> leaves(ITestElementContainer container) {
		List<ITestElement> leaves = new ArrayList<>();
		for (ITestElement child : container.getChildren()) {
			if (child instanceof ITestElementContainer inner) {
				leaves.addAll(leaves(inner));
			} else {
				leaves.add(child);
			}
		}
		return leaves;
	}
}
