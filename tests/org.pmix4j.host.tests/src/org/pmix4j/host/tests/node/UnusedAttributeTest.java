// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;

/** Attributes that have an effect on some requests for resources, and none on others: these refuse them by name. */
class UnusedAttributeTest {
	private final SessionHost host;

	UnusedAttributeTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static Info info(String name) {
		Attribute<?> attribute = KnownAttributes.byName(name).orElseThrow();
		return Info.of(attribute.key(), attribute.equals(KeyValueAttributes.TIMEOUT) ? new PmixValue.Int32(1) : new PmixValue.UInt32(1));
	}

	@ParameterizedTest
	@CsvSource({ "1,NEW,PMIX_ALLOC_LEND", "1,NEW,PMIX_SESSION_ID", "2,EXTEND,PMIX_ALLOC_SHARE", "2,EXTEND,PMIX_ALLOC_PREEMPTIBLE",
			"2,EXTEND,PMIX_ALLOC_INHERITANCE", "2,EXTEND,PMIX_ALLOC_CHILD_SEP", "2,EXTEND,PMIX_ALLOC_TARGET",
			"2,EXTEND,PMIX_ALLOC_WARN_TIMEOUT",
			"3,RELEASE,PMIX_ALLOC_TIME", "3,RELEASE,PMIX_ALLOC_BEGIN", "3,RELEASE,PMIX_ALLOC_DEPENDENCY",
			"3,RELEASE,PMIX_ALLOC_NOT_WAITING",
			"3,RELEASE,PMIX_ALLOC_SHARE", "4,REAQUIRE,PMIX_ALLOC_NUM_CPUS", "4,REAQUIRE,PMIX_ALLOC_NODE_LIST", "4,REAQUIRE,PMIX_ALLOC_TIME",
			"5,REQ_CANCEL,PMIX_ALLOC_NUM_NODES", "5,REQ_CANCEL,PMIX_ALLOC_MEM_SIZE", "5,REQ_CANCEL,PMIX_ALLOC_BEGIN" })
	void attribute_withoutEffectOnTheDirective_isRefusedByName(int code, String directive, String name) {
		assertFailed(host.allocate(TOOL, new AllocDirective(code), info(name)), Status.ERR_NOT_SUPPORTED,
				"allocation: " + name + " has no effect on PMIX_ALLOC_" + directive);
	}

	private void session(int number) throws PmixException {
		host.control(TOOL, number, Info.of(SessionControlAttributes.SESSION_INSTANTIATE, true), Info.of(
				SessionControlAttributes.SESSION_RESOURCES.key(), DataArray.of(Infos.of(Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L))))).join();
	}

	@ParameterizedTest
	@CsvSource({ "PAUSE,PMIX_ALLOC_NUM_CPUS", "RESUME,PMIX_ALLOC_TIME", "TERMINATE,PMIX_ALLOC_NODE_LIST", "PREEMPT,PMIX_ALLOC_SHARE",
			"RESTORE,PMIX_ALLOC_NUM_NODES", "EXTEND,PMIX_ALLOC_SHARE", "EXTEND,PMIX_ALLOC_BEGIN", "PAUSE,PMIX_TIMEOUT", "RESUME,PMIX_TIMEOUT",
			"PREEMPT,PMIX_TIMEOUT", "RESTORE,PMIX_TIMEOUT", "TERMINATE,PMIX_TIMEOUT", "SEP,PMIX_TIMEOUT" })
	void resources_withoutEffectOnTheAction_areRefusedByName(String action, String name) throws PmixException {
		session(42);
		Info order = Info.of(KnownAttributes.byName("PMIX_SESSION_" + action).orElseThrow().key(), PmixValue.Bool.TRUE);

		assertFailed(host.control(TOOL, 42, order, info(name)), Status.ERR_NOT_SUPPORTED,
				"session control: " + name + " has no effect on PMIX_SESSION_" + action);
	}

	@Test
	void warning_withoutATime_isRefusedByName() throws PmixException {
		Info warning = Info.of(AllocAttributes.ALLOC_WARN_TIMEOUT, 10);
		Info unlimited = Info.of(AllocAttributes.ALLOC_TIME, "0");
		String text = "PMIX_ALLOC_WARN_TIMEOUT has no effect without PMIX_ALLOC_TIME";

		assertFailed(host.allocate(TOOL, AllocDirective.NEW, warning), Status.ERR_NOT_SUPPORTED, text);
		assertFailed(host.allocate(TOOL, AllocDirective.NEW, warning, unlimited), Status.ERR_NOT_SUPPORTED, text);
		assertFailed(host.spawn(TOOL, 1, warning, Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L)), Status.ERR_NOT_SUPPORTED, text);
		session(42);
		Info extend = Info.of(SessionControlAttributes.SESSION_EXTEND, true);
		assertFailed(host.control(TOOL, 42, extend, warning, Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L)), Status.ERR_NOT_SUPPORTED, text);
		assertThat(host.control(TOOL, 42, extend, warning, info("PMIX_TIMEOUT"))).isCompleted();
	}

	@Test
	void timeouts_oneInTheResources_areRefused() throws PmixException {
		session(42);
		Info extend = Info.of(SessionControlAttributes.SESSION_EXTEND, true);
		Info inside = Info.of(SessionControlAttributes.SESSION_RESOURCES.key(), DataArray.of(Infos.of(info("PMIX_TIMEOUT"))));

		assertFailed(host.control(TOOL, 42, extend, inside), Status.ERR_NOT_SUPPORTED, "PMIX_TIMEOUT has no effect on PMIX_SESSION_EXTEND");
		assertFailed(host.control(TOOL, 42, extend, info("PMIX_TIMEOUT"), Info.of(AllocAttributes.ALLOC_TIME, "20")), Status.ERR_BAD_PARAM,
				"PMIX_TIMEOUT and PMIX_ALLOC_TIME both limit the session");
	}

	@ParameterizedTest
	@ValueSource(strings = { "PAUSE", "RESUME", "TERMINATE", "EXTEND" })
	void job_namedForAnActionOnAll_isRefused(String action) throws PmixException {
		session(42);
		Info order = Info.of(KnownAttributes.byName("PMIX_SESSION_" + action).orElseThrow().key(), PmixValue.Bool.TRUE);

		assertFailed(host.control(TOOL, 42, order, Info.of(JobAttributes.NSPACE, "job@1")), Status.ERR_NOT_SUPPORTED,
				"session control: PMIX_NSPACE has no effect on PMIX_SESSION_" + action);
	}

	@ParameterizedTest
	@ValueSource(strings = { "PMIX_JOB_CTRL_ID", "PMIX_JOB_CTRL_CANCEL", "PMIX_JOB_CTRL_PREEMPTIBLE", "PMIX_JOB_CTRL_CHECKPOINT_EVENT",
			"PMIX_JOB_CTRL_CHECKPOINT_SIGNAL", "PMIX_JOB_CTRL_CHECKPOINT_METHOD" })
	void notedDirective_ofAnotherType_isRefusedByName(String name) {
		Info order = Info.of(KnownAttributes.byName(name).orElseThrow().key(), Proc.of("job@1", 0));

		assertFailed(host.call(() -> host.host.upcalls.jobControl(TOOL, List.of(), Infos.of(order))), Status.ERR_BAD_PARAM, name);
	}
}
