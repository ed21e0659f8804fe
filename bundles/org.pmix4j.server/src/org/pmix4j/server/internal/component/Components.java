// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.component;

import java.util.List;

import org.pmix4j.model.Proc;
import org.pmix4j.server.internal.peer.ServerPeer;

/**
 * Passes every notification to all components of a server, in one fixed order. Owned by the server, on its loop.
 *
 * @param list the components in the order in which they are told
 */
public record Components(List<Component> list) implements Component {
	/** Copies the list. */
	public Components {
		list = List.copyOf(list);
	}

	@Override
	public void peerConnected(ServerPeer peer) {
		list.forEach(each -> each.peerConnected(peer));
	}

	@Override
	public void peerWritable(ServerPeer peer) {
		list.forEach(each -> each.peerWritable(peer));
	}

	@Override
	public void peerGone(ServerPeer peer) {
		list.forEach(each -> each.peerGone(peer));
	}

	@Override
	public void processFinalized(Proc proc) {
		list.forEach(each -> each.processFinalized(proc));
	}

	@Override
	public void processEnded(Proc proc) {
		list.forEach(each -> each.processEnded(proc));
	}

	@Override
	public void connectionLost(Proc proc) {
		list.forEach(each -> each.connectionLost(proc));
	}

	@Override
	public void namespaceGone(String nspace) {
		list.forEach(each -> each.namespaceGone(nspace));
	}

	@Override
	public void registryChanged() {
		list.forEach(Component::registryChanged);
	}

	@Override
	public void closing() {
		list.forEach(Component::closing);
	}

	@Override
	public void dump(StringBuilder out) {
		list.forEach(each -> each.dump(out));
	}
}
