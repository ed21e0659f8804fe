// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The descriptors that a loop waits for, kept as the array that poll(2) wants. Entries may be added, changed and removed while ready ones
 * are served. Owned by a {@link PollLoop}, used on its thread only.
 */
public final class PollSet {

	/** Serves a descriptor that became ready. */
	@FunctionalInterface
	public interface Ready {

		/** Called with the events of poll(2) that are true now, e.g. POLLIN, POLLHUP. */
		void ready(int events);
	}

	/** One descriptor; remove it before it is closed. */
	public final class Entry {

		private final int descriptor;
		private final Ready ready;
		private int index;

		private Entry(int descriptor, Ready ready, int index) {
			this.descriptor = descriptor;
			this.ready = ready;
			this.index = index;
		}

		/** Waits for these events; with 0 for errors and the other side's end only. */
		public void events(int events) {
			array.bytes().putInt(index * SIZE, descriptor).putShort(index * SIZE + EVENTS, (short) events);
		}

		/** Waits for nothing, not even for the other side's end. */
		public void mute() {
			array.bytes().putInt(index * SIZE, -1);
		}

		/** Leaves the set, once. */
		public void remove() {
			moveLastTo(index);
			index = -1;
		}
	}

	/** Size of struct pollfd, and offsets in it. */
	private static final int SIZE = 8;
	private static final int EVENTS = 4;
	private static final int RESULT = 6;

	private final List<Entry> entries = new ArrayList<>();
	private NativeBuffer array = new NativeBuffer(256 * SIZE);

	/** Waits for these events of a descriptor from now on. */
	public Entry add(int descriptor, int events, Ready ready) {
		int index = entries.size();
		if ((index + 1) * SIZE > array.capacity()) {
			grow();
		}
		Entry entry = new Entry(descriptor, ready, index);
		entries.add(entry);
		array.bytes().putLong(index * SIZE, 0);
		entry.events(events);
		return entry;
	}

	/**
	 * Waits until a descriptor is ready, then serves all that are.
	 *
	 * @param timeout milliseconds, -1 for none
	 */
	public void await(int timeout) {
		int count = Posix.poll(array.address(), entries.size(), timeout);
		// Backwards: a removed entry is replaced by the last one, which then has been served already.
		for (int i = entries.size() - 1; count > 0 && i >= 0; i--) {
			if (i < entries.size()) {
				int events = array.bytes().getShort(i * SIZE + RESULT);
				if (events != 0) {
					array.bytes().putShort(i * SIZE + RESULT, (short) 0);
					count--;
					entries.get(i).ready.ready(events);
				}
			}
		}
	}

	private void moveLastTo(int index) {
		int lastIndex = entries.size() - 1;
		Entry last = entries.remove(lastIndex);
		if (lastIndex != index) {
			entries.set(index, last);
			last.index = index;
			array.bytes().putLong(index * SIZE, array.bytes().getLong(lastIndex * SIZE));
		}
	}

	private void grow() {
		NativeBuffer larger = new NativeBuffer(2 * array.capacity());
		ByteBuffer old = array.bytes().duplicate().clear();
		larger.bytes().put(0, old, 0, old.capacity());
		array = larger;
	}
}
