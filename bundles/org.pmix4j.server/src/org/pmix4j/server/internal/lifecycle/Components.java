// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.lifecycle;

import java.util.List;
import java.util.function.Consumer;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Passes every notification to all components of a server, in one fixed order, and asserts for all of them that they run on the loop. Owned
 * by the server.
 *
 * @param loop the server's loop
 * @param list the components in the order in which they are notified
 */
public record Components(EventLoop loop, List<Component> list) implements Component {
	/** Copies the list. */
	public Components {
		list = List.copyOf(list);
	}

	@Override
	public void peerConnected(ServerPeer peer) {
		forEach(each -> each.peerConnected(peer));
	}

	@Override
	public void peerWritable(ServerPeer peer) {
		forEach(each -> each.peerWritable(peer));
	}

	@Override
	public void peerGone(ServerPeer peer) {
		forEach(each -> each.peerGone(peer));
	}

	@Override
	public void processFinalized(Proc proc) {
		forEach(each -> each.processFinalized(proc));
	}

	@Override
	public void processEnded(Proc proc) {
		forEach(each -> each.processEnded(proc));
	}

	@Override
	public void connectionLost(Proc proc) {
		forEach(each -> each.connectionLost(proc));
	}

	@Override
	public void namespaceGone(String nspace) {
		forEach(each -> each.namespaceGone(nspace));
	}

	@Override
	public void registryChanged() {
		forEach(Component::registryChanged);
	}

	@Override
	public void closing() {
		forEach(Component::closing);
	}

	@Override
	public void waits(Consumer<Wait> out) {
		forEach(each -> each.waits(out));
	}

	@Override
	public void dump(StringBuilder out) {
		forEach(each -> each.dump(out));
	}

	private void forEach(Consumer<Component> notification) {
		assert loop.inLoop();
		list.forEach(notification);
	}
}
