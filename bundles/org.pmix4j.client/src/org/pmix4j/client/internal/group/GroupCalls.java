// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.group;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.pmix4j.client.Registration;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.group.Group;
import org.pmix4j.client.group.GroupOptions;
import org.pmix4j.client.group.Groups;
import org.pmix4j.client.group.Invitation;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * The public calls for groups. Owned by the session. Thread-safe, because every call runs on the loop.
 *
 * @param calls   brings calls to the loop
 * @param groups  constructs and destructs groups
 * @param invites invites and answers invitations
 */
public record GroupCalls(SessionCalls calls, GroupOperations groups, InviteOperations invites) implements Groups {
	@Override
	public Group construct(String name, List<Proc> members, GroupOptions options) throws PmixException {
		return calls.block(() -> constructed(name, members, options));
	}

	@Override
	public CompletableFuture<Group> constructAsync(String name, List<Proc> members, GroupOptions options) {
		return calls.start(() -> constructed(name, members, options));
	}

	private CompletableFuture<Group> constructed(String name, List<Proc> members, GroupOptions options) {
		return groups.construct(name, List.copyOf(members), options.request()).thenApply(this::group);
	}

	private Group group(FormedGroup formed) {
		return new SessionGroup(calls, groups, formed);
	}

	@Override
	public Group invite(String name, List<Proc> procs, GroupOptions options) throws PmixException {
		return calls.block(() -> invited(name, procs, options));
	}

	@Override
	public CompletableFuture<Group> inviteAsync(String name, List<Proc> procs, GroupOptions options) {
		return calls.start(() -> invited(name, procs, options));
	}

	private CompletableFuture<Group> invited(String name, List<Proc> procs, GroupOptions options) {
		return invites.invite(name, procs, options.request()).thenApply(this::group);
	}

	@Override
	public Registration onInvitation(Consumer<Invitation> listener) throws PmixException {
		return calls.block(() -> listening(listener));
	}

	@Override
	public CompletableFuture<Registration> onInvitationAsync(Consumer<Invitation> listener) {
		return calls.start(() -> listening(listener), Registration::close);
	}

	private CompletableFuture<Registration> listening(Consumer<Invitation> listener) {
		return invites.listen(listener).thenApply(removal -> () -> calls.post(removal));
	}

	@Override
	public Group join(String name, Proc leader, RequestOptions options) throws PmixException {
		return calls.block(() -> joined(name, leader, options));
	}

	@Override
	public CompletableFuture<Group> joinAsync(String name, Proc leader, RequestOptions options) {
		return calls.start(() -> joined(name, leader, options));
	}

	private CompletableFuture<Group> joined(String name, Proc leader, RequestOptions options) {
		return invites.join(name, leader, options).thenApply(this::group);
	}

	@Override
	public void decline(String name, Proc leader) throws PmixException {
		calls.block(() -> invites.decline(name, leader));
	}

	@Override
	public CompletableFuture<Void> declineAsync(String name, Proc leader) {
		return calls.start(() -> invites.decline(name, leader));
	}
}
