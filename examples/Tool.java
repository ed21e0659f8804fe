// SPDX-License-Identifier: EPL-2.0
// Run it, while a job runs, with: ./pmix4j run -n 1 sleep 60 & examples/tool; examples/tool echo hello

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * A tool: a program that belongs to no job, but works with the server of jobs. It finds the only server of this user by itself. Without
 * arguments, it lists the jobs there and their processes; with a command, it runs this as another job there and prints its output.
 */
public class Tool {
	public static void main(String[] arguments) throws PmixException {
		try (PmixTool tool = PmixTool.open(ToolOptions.of(ServerChoice.ANY))) {
			if (arguments.length == 0) {
				list(tool);
			} else {
				run(tool, arguments);
			}
		}
	}

	private static void list(PmixTool tool) throws PmixException {
		Infos jobs = tool.query(query(QueryAttributes.QUERY_NAMESPACES.key(), Infos.EMPTY));
		for (String job : jobs.get(QueryAttributes.QUERY_NAMESPACES).orElse("").split(",")) {
			System.out.println("job " + job);
			// a query about one job names it in a qualifier
			Infos table = tool.query(query(QueryAttributes.QUERY_PROC_TABLE.key(), Infos.of(Info.of(JobAttributes.NSPACE, job))));
			print(table.get(QueryAttributes.QUERY_PROC_TABLE).orElseThrow());
		}
	}

	private static void run(PmixTool tool, String[] command) throws PmixException {
		// the output of a job comes before the event of its end
		tool.takeOutput(output -> System.out.writeBytes(output.data().toByteArray()));
		CompletableFuture<PmixEvent> end = new CompletableFuture<>();
		tool.events().register(HandlerOptions.of(Status.EVENT_JOB_END), EventHandler.listening(end::complete));

		SpawnProgram program = SpawnProgram.of(command[0], Arrays.copyOfRange(command, 1, command.length));
		String job = tool.processes().spawn(SpawnRequest.of(program).plusInfos(Info.of(IofAttributes.FWD_STDOUT, true),
				Info.of(SpawnAttributes.NOTIFY_COMPLETION, true)));
		end.join();
		System.out.println("job " + job + " has ended");
	}

	private static Query query(String key, Infos qualifiers) {
		return new Query(List.of(key), qualifiers);
	}

	private static void print(DataArray table) {
		for (PmixValue element : table.elements()) {
			if (element instanceof ProcInfo process) {
				System.out.println("  rank " + process.proc().rank() + " runs " + process.executable() + " as process " + process.pid());
			}
		}
	}
}
