// SPDX-License-Identifier: EPL-2.0
// Run it with: ./pmix4j run -n 4 examples/groups

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.group.Group;
import org.pmix4j.client.group.GroupOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.JobAttributes;

/**
 * Groups of processes: the ranks with even numbers form one, and those with odd numbers another. Each waits for its own members only. The
 * server gives each group a number that no other group has, for use in messages.
 */
public class Groups {
	public static void main(String[] arguments) throws PmixException {
		try (PmixClient client = PmixClient.open()) {
			Proc me = client.proc();
			int rank = me.rank().value();
			int size = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();

			// all members name the same members
			List<Proc> members = new ArrayList<>();
			for (int other = rank % 2; other < size; other += 2) {
				members.add(Proc.of(me.nspace(), other));
			}
			// closing the group waits for its members as well
			try (Group group = client.groups().construct(rank % 2 == 0 ? "even" : "odd", members, GroupOptions.DEFAULT.withContextId())) {
				client.fence(group.members(), FenceOptions.DEFAULT);
				List<Integer> ranks = group.members().stream().map(member -> member.rank().value()).sorted().toList();
				System.out.println("rank " + rank + " is in the group " + group.name() + " of ranks " + ranks + ", which has the number "
						+ group.contextId().orElseThrow());
			}
		}
	}
}
