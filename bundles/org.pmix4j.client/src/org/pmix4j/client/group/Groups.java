// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.group;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.pmix4j.client.Registration;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * Forms groups of processes. The name of a group can be used like a namespace in later fences. Belongs to a client and ends with it.
 * Thread-safe.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups"
 */
public interface Groups {
	/**
	 * Constructs a group together with its other members, which must all call this with the same name and members.
	 * C: PMIx_Group_construct.
	 *
	 * @param name    of the group
	 * @param members the processes, including this one; rank WILDCARD for all of a namespace. Empty only to join a group whose leader
	 *                adds this process, at servers of release 6.0 and later
	 * @param options context id, shared values, termination and limit
	 * @return the group
	 * @throws PmixException         {@code ERR_TIMEOUT} if not all members have called, the status of the server if a member has died or
	 *                               it refuses, {@code ERR_UNREACH}
	 * @throws IllegalStateException in a handler
	 */
	Group construct(String name, List<Proc> members, GroupOptions options) throws PmixException;

	/**
	 * Constructs a group as {@link #construct} does, without waiting. C: PMIx_Group_construct_nb.
	 *
	 * @param name    of the group
	 * @param members the processes, including this one
	 * @param options context id, shared values, termination and limit
	 * @return the group
	 */
	CompletableFuture<Group> constructAsync(String name, List<Proc> members, GroupOptions options);

	/**
	 * Invites processes to a group and waits for their answers. Processes that decline are left out. C: PMIx_Group_invite.
	 *
	 * @param name    of the group
	 * @param procs   the invited processes; rank WILDCARD for all of a namespace. This process is always a member
	 * @param options limit and directives; with {@link GroupOptions#withOptional} processes that end without an answer are left out, too
	 * @return the group of this process and those that accepted
	 * @throws PmixException         {@code GROUP_INVITE_FAILED} if an invited process ended without an answer, {@code ERR_TIMEOUT} if one
	 *                               did not answer, {@code ERR_NOT_FOUND} if a namespace is unknown; the group is then canceled.
	 *                               {@code ERR_UNREACH}
	 * @throws IllegalStateException in a handler
	 */
	Group invite(String name, List<Proc> procs, GroupOptions options) throws PmixException;

	/**
	 * Invites processes as {@link #invite} does, without waiting. C: PMIx_Group_invite_nb.
	 *
	 * @param name    of the group
	 * @param procs   the invited processes
	 * @param options limit and directives
	 * @return the group of this process and those that accepted
	 */
	CompletableFuture<Group> inviteAsync(String name, List<Proc> procs, GroupOptions options);

	/**
	 * Listens for invitations to groups, including those of the last two minutes. The listener is an event handler: it must not block,
	 * but may call {@link #joinAsync} or {@link #declineAsync}.
	 *
	 * @param listener receives each invitation
	 * @return removes the listener when it is closed
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	Registration onInvitation(Consumer<Invitation> listener) throws PmixException;

	/**
	 * Listens for invitations as {@link #onInvitation} does, without waiting.
	 *
	 * @param listener receives each invitation
	 * @return removes the listener when it is closed
	 */
	CompletableFuture<Registration> onInvitationAsync(Consumer<Invitation> listener);

	/**
	 * Accepts an invitation and waits until the group is complete. C: PMIx_Group_join with PMIX_GROUP_ACCEPT.
	 *
	 * @param name    of the group
	 * @param leader  the process that invited this one
	 * @param options limit and directives; the fence limit of the client by default
	 * @return the group
	 * @throws PmixException         {@code GROUP_CONSTRUCT_ABORT} if the leader canceled the group, {@code GROUP_LEADER_FAILED} if it
	 *                               ended, {@code ERR_TIMEOUT} if the group was not complete in time, {@code ERR_UNREACH}
	 * @throws IllegalStateException in a handler
	 */
	Group join(String name, Proc leader, RequestOptions options) throws PmixException;

	/**
	 * Accepts an invitation as {@link #join} does, without waiting. C: PMIx_Group_join_nb with PMIX_GROUP_ACCEPT.
	 *
	 * @param name    of the group
	 * @param leader  the process that invited this one
	 * @param options limit and directives
	 * @return the group
	 */
	CompletableFuture<Group> joinAsync(String name, Proc leader, RequestOptions options);

	/**
	 * Declines an invitation. C: PMIx_Group_join with PMIX_GROUP_DECLINE.
	 *
	 * @param name   of the group
	 * @param leader the process that invited this one
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	void decline(String name, Proc leader) throws PmixException;

	/**
	 * Declines an invitation as {@link #decline} does, without waiting. C: PMIx_Group_join_nb with PMIX_GROUP_DECLINE.
	 *
	 * @param name   of the group
	 * @param leader the process that invited this one
	 * @return completed when the server has the answer
	 */
	CompletableFuture<Void> declineAsync(String name, Proc leader);
}
