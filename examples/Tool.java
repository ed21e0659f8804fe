// SPDX-License-Identifier: EPL-2.0
// Run it, while a job runs, with: ./pmix4j run -n 3 sleep 60 & examples/tool

import java.util.List;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * A tool: a program that belongs to no job, but asks the server of jobs about them. It finds the only server of this user by itself, lists
 * its jobs, and their processes.
 */
public class Tool {
	public static void main(String[] arguments) throws PmixException {
		try (PmixTool tool = PmixTool.open(ToolOptions.of(ServerChoice.ANY))) {
			Infos jobs = tool.query(query(QueryAttributes.QUERY_NAMESPACES.key(), Infos.EMPTY));
			for (String job : jobs.get(QueryAttributes.QUERY_NAMESPACES).orElse("").split(",")) {
				System.out.println("job " + job);
				// a query about one job names it in a qualifier
				Infos table = tool.query(query(QueryAttributes.QUERY_PROC_TABLE.key(), Infos.of(Info.of(JobAttributes.NSPACE, job))));
				print(table.get(QueryAttributes.QUERY_PROC_TABLE).orElseThrow());
			}
		}
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
