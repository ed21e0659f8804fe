// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.component;

import java.util.List;
import java.util.function.Consumer;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Passes every notification to all components of a server, in one fixed order, and asserts for all of them that they run on the
 * loop. Owned by the server.
 *
 * @param loop the server's loop
 * @param list the components in the order in which they are told
 */
public record Components(EventLoop loop, List<Component> list) implements Component {
	/** Copies the list. */
	public Components {
		list = List.copyOf(list);
	}

	@Override
	public void peerConnected(ServerPeer peer) {
		tell(each -> each.peerConnected(peer));
	}

	@Override
	public void peerWritable(ServerPeer peer) {
		tell(each -> each.peerWritable(peer));
	}

	@Override
	public void peerGone(ServerPeer peer) {
		tell(each -> each.peerGone(peer));
	}

	@Override
	public void processFinalized(Proc proc) {
		tell(each -> each.processFinalized(proc));
	}

	@Override
	public void processEnded(Proc proc) {
		tell(each -> each.processEnded(proc));
	}

	@Override
	public void connectionLost(Proc proc) {
		tell(each -> each.connectionLost(proc));
	}

	@Override
	public void namespaceGone(String nspace) {
		tell(each -> each.namespaceGone(nspace));
	}

	@Override
	public void registryChanged() {
		tell(Component::registryChanged);
	}

	@Override
	public void closing() {
		tell(Component::closing);
	}

	@Override
	public void waits(Consumer<Wait> out) {
		tell(each -> each.waits(out));
	}

	@Override
	public void dump(StringBuilder out) {
		tell(each -> each.dump(out));
	}

	private void tell(Consumer<Component> notification) {
		assert loop.inLoop();
		list.forEach(notification);
	}
}
