// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.pmi.internal.codec.FrameDecoder;
import org.pmix4j.pmi.internal.codec.PmiRequest;

/** The frames are those that MPICH 4.2.1 sends, as mpiexec.hydra shows them with -verbose. */
class FrameDecoderTest {
	@Test
	void decode_framesOfMpich_areRequests() throws PmixException {
		assertThat(FrameDecoder.decode("cmd=fullinit;pmirank=1;")).isEqualTo(new PmiRequest.FullInit(1, false));
		assertThat(FrameDecoder.decode("cmd=job-getid;")).isEqualTo(new PmiRequest.GetSpaceName());
		assertThat(FrameDecoder.decode("cmd=info-getjobattr;key=PMI_process_mapping;"))
				.isEqualTo(new PmiRequest.JobAttribute("PMI_process_mapping"));
		assertThat(FrameDecoder.decode("cmd=info-putnodeattr;key=-bcast-1-0;value=2F64;"))
				.isEqualTo(new PmiRequest.PutNodeAttribute("-bcast-1-0", "2F64"));
		assertThat(FrameDecoder.decode("cmd=info-getnodeattr;key=-bcast-1-0;wait=TRUE;"))
				.isEqualTo(new PmiRequest.NodeAttribute("-bcast-1-0", true));
		assertThat(FrameDecoder.decode("cmd=info-getnodeattr;key=k;wait=FALSE;")).isEqualTo(new PmiRequest.NodeAttribute("k", false));
		assertThat(FrameDecoder.decode("cmd=kvs-put;key=a;value=b=c d;thrid=0x7f;")).isEqualTo(new PmiRequest.Put("", "a", "b=c d"));
		assertThat(FrameDecoder.decode("cmd=kvs-get;jobid=job@1;srcid=-1;key=a;")).isEqualTo(new PmiRequest.Get("job@1", "a"));
		assertThat(FrameDecoder.decode("cmd=kvs-fence;")).isEqualTo(new PmiRequest.BarrierIn());
		assertThat(FrameDecoder.decode("cmd=name-publish;name=a service;port=tag#0;")).isEqualTo(new PmiRequest.Publish("a service", "tag#0"));
		assertThat(FrameDecoder.decode("cmd=name-lookup;name=a service;")).isEqualTo(new PmiRequest.Lookup("a service"));
		assertThat(FrameDecoder.decode("cmd=name-unpublish;name=a service;")).isEqualTo(new PmiRequest.Unpublish("a service"));
		assertThat(FrameDecoder.decode("cmd=abort;exitcode=-1;message=application called MPI_Abort;")).isEqualTo(new PmiRequest.Abort(-1));
		assertThat(FrameDecoder.decode("cmd=abort")).isEqualTo(new PmiRequest.Abort(1));
		assertThat(FrameDecoder.decode("cmd=finalize;")).isEqualTo(new PmiRequest.End());
	}

	/** Slurm's libpmi2 names the rank by srcid, and doubles semicolons. */
	@Test
	void decode_framesOfSlurm_areRequests() throws PmixException {
		assertThat(FrameDecoder.decode("cmd=fullinit;srcid=3;threaded=FALSE;")).isEqualTo(new PmiRequest.FullInit(3, true));
		assertThat(FrameDecoder.decode("cmd=kvs-put;key=a;value=;;b;;;;c;;;")).isEqualTo(new PmiRequest.Put("", "a", ";b;;c;"));
		assertThat(FrameDecoder.decode("cmd=ring;ring-count=1;ring-left=a;;b;ring-right=;")).isEqualTo(new PmiRequest.Ring("a;b", ""));
		assertThat(FrameDecoder.decode("cmd=job-connect;jobid=job@2;")).isEqualTo(new PmiRequest.Connect("job@2"));
		assertThat(FrameDecoder.decode("cmd=job-disconnect;jobid=job@2;")).isEqualTo(new PmiRequest.Disconnect("job@2"));
		assertThat(FrameDecoder.decode("cmd=spawn;ncmds=2;subcmd=a;maxprocs=1;argc=2;argv0=;;subcmd=x;argv1=y;;;subcmd=b;maxprocs=1;"))
				.isEqualTo(new PmiRequest.Spawn(List.of(new PmiRequest.Program(1, "a", List.of(";subcmd=x", "y;"), Map.of()),
						new PmiRequest.Program(1, "b", List.of(), Map.of())), Map.of()));
	}

	@Test
	void decode_spawn_hasProgramsArgumentsAndInfos() throws PmixException {
		PmiRequest.Program first = new PmiRequest.Program(2, "./one", List.of("a b", "c"), Map.of("wdir", "/tmp"));
		PmiRequest.Program second = new PmiRequest.Program(1, "two", List.of("d"), Map.of());

		assertThat(FrameDecoder.decode("cmd=spawn;ncmds=2;preputcount=1;ppkey0=PARENT_ROOT_PORT_NAME;ppval0=tag#0$;"
				+ "subcmd=./one;maxprocs=2;argc=2;argv0=a b;argv1=c;infokeycount=1;infokey0=wdir;infoval0=/tmp;"
				+ "subcmd=two;maxprocs=1;argc=1;argv1=d;infokeycount=0;"))
				.isEqualTo(new PmiRequest.Spawn(List.of(first, second), Map.of("PARENT_ROOT_PORT_NAME", "tag#0$")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "a=b; | 'a=b;' is not a command of PMI-2", "cmd=fly; | the command 'fly' of PMI-2 is not known",
			"cmd=fullinit; | the command 'fullinit' of PMI lacks 'pmirank'", "cmd=fullinit;pmirank=-1; | 'pmirank' of the command",
			"cmd=ring;ring-count=2;ring-left=a;ring-right=b; | 'ring-count' of the command 'ring' is '2'",
			"cmd=ring;ring-count=1;ring-left=a; | lacks 'ring-right'",
			"cmd=kvs-get;jobid=x; | lacks 'key'", "cmd=kvs-put;key=a;key=b;value=c; | has 'key' twice", "cmd=kvs-put;=a; | '=a' is not a pair",
			"cmd=kvs-put;key=;value=c; | 'key' of the command 'kvs-put' has 0 characters", "cmd=spawn;ncmds=0; | 'ncmds' of the command",
			"cmd=spawn;ncmds=2;subcmd=a;maxprocs=1; | the spawn of 2 programs has 1", "cmd=spawn;ncmds=1;subcmd=a; | lacks 'maxprocs'",
			"cmd=spawn;ncmds=1;subcmd=a;maxprocs=1;argc=2;argv0=x; | lacks 'argv1'",
			"cmd=spawn;ncmds=1;preputcount=1;subcmd=a;maxprocs=1; | lacks 'ppkey0'" })
	void decode_malformedFrame_isRefusedByName(String frame, String reason) {
		assertThatThrownBy(() -> FrameDecoder.decode(frame)).isInstanceOf(PmixException.class).hasMessageContaining(reason);
	}
}
