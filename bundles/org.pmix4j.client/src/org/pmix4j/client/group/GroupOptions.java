// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.group;

import java.time.Duration;
import java.util.List;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.GroupAttributes;

/**
 * Options of the construction of a group. Immutable.
 *
 * @param request limit and directives; the fence limit of the client by default
 * @see "PMIx Standard, chapter Process Sets and Groups, PMIx_Group_construct"
 */
public record GroupOptions(RequestOptions request) {
	/** No context id, no shared values, the limit of the client. */
	public static final GroupOptions DEFAULT = new GroupOptions(RequestOptions.DEFAULT);

	/** {@return a copy that requests a number that no other group has (PMIX_GROUP_ASSIGN_CONTEXT_ID)} */
	public GroupOptions withContextId() {
		return plusInfos(Info.of(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true));
	}

	/**
	 * Shares values of this process with the group. Other processes get them with the context id of the group as a qualifier.
	 *
	 * @param values the values
	 * @return a copy that shares these values (PMIX_GROUP_INFO)
	 */
	public GroupOptions withShared(Info... values) {
		return plusInfos(Info.of(GroupAttributes.GROUP_INFO, DataArray.of(Infos.of(values))));
	}

	/** {@return a copy by which processes that end before they have joined are left out (PMIX_GROUP_OPTIONAL)} */
	public GroupOptions withOptional() {
		return plusInfos(Info.of(GroupAttributes.GROUP_OPTIONAL, true));
	}

	/** {@return a copy by which members receive the event GROUP_MEMBER_FAILED when another one ends (PMIX_GROUP_NOTIFY_TERMINATION)} */
	public GroupOptions withNotifyTermination() {
		return plusInfos(Info.of(GroupAttributes.GROUP_NOTIFY_TERMINATION, true));
	}

	/** {@return a copy by which collective operations go on without members that have ended (PMIX_GROUP_FT_COLLECTIVE)} */
	public GroupOptions withFaultTolerance() {
		return plusInfos(Info.of(GroupAttributes.GROUP_FT_COLLECTIVE, true));
	}

	/** {@return a copy for a group whose members are all on one node (PMIX_GROUP_LOCAL_ONLY)} */
	public GroupOptions withLocalOnly() {
		return plusInfos(Info.of(GroupAttributes.GROUP_LOCAL_ONLY, true));
	}

	/** {@return a copy that names this process the leader (PMIX_GROUP_LEADER)} */
	public GroupOptions withLeader() {
		return plusInfos(Info.of(GroupAttributes.GROUP_LEADER, true));
	}

	/**
	 * {@return a copy that adds these members (PMIX_GROUP_ADD_MEMBERS)}
	 *
	 * @param procs processes that construct the group without naming its members; servers of release 6.0 and later
	 */
	public GroupOptions withAddedMembers(Proc... procs) {
		return plusInfos(Info.of(GroupAttributes.GROUP_ADD_MEMBERS, DataArray.ofProcs(List.of(procs))));
	}

	/**
	 * {@return a copy with this number (PMIX_GROUP_BOOTSTRAP)}
	 *
	 * @param leaders number of processes that construct the group with its members; servers of release 6.0 and later
	 */
	public GroupOptions withBootstrap(long leaders) {
		return plusInfos(Info.of(GroupAttributes.GROUP_BOOTSTRAP, leaders));
	}

	/**
	 * {@return a copy with this order (PMIX_GROUP_FINAL_MEMBERSHIP_ORDER)}
	 *
	 * @param procs all members in their final order; servers of release 6.0 and later
	 */
	public GroupOptions withFinalOrder(Proc... procs) {
		return plusInfos(Info.of(GroupAttributes.GROUP_FINAL_MEMBERSHIP_ORDER, DataArray.ofProcs(List.of(procs))));
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the time to wait; zero for the fence limit of the client
	 */
	public GroupOptions withLimit(Duration value) {
		return new GroupOptions(request.withLimit(value));
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives to add
	 */
	public GroupOptions plusInfos(Info... more) {
		return new GroupOptions(request.plusInfos(more));
	}
}
