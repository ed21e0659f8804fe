// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The descriptors that a loop waits for, kept by the kernel in an epoll(7) instance: a wait costs as much as there are ready descriptors,
 * however many are watched. Level-triggered. Entries may be added, changed and removed while ready ones are served. Owned by a
 * {@link PollLoop}.
 */
public final class EpollSet implements AutoCloseable {

	/** Serves a descriptor that became ready. */
	@FunctionalInterface
	public interface Ready {

		/** Receives the events that are true now, for example EPOLLIN or EPOLLERR. */
		void ready(int events);
	}

	/** One watched descriptor. Must be removed before the descriptor is closed. */
	public final class Entry {

		private final int descriptor;
		private final long key;
		private final Ready ready;
		private int awaited;
		private boolean muted;

		private Entry(int descriptor, long key, Ready ready, int events) {
			this.descriptor = descriptor;
			this.key = key;
			this.ready = ready;
			awaited = events;
		}

		/** Waits for these events from now on; with 0 only for errors and the end of the other side. */
		public void events(int events) {
			if (muted || events != awaited) {
				control(muted ? Posix.EPOLL_CTL_ADD : Posix.EPOLL_CTL_MOD, this, events);
				awaited = events;
				muted = false;
			}
		}

		/** Waits for nothing, not even for the end of the other side, which epoll reports of every descriptor it holds. */
		public void mute() {
			if (!muted) {
				control(Posix.EPOLL_CTL_DEL, this, 0);
				muted = true;
			}
		}

		/** Leaves the set. */
		public void remove() {
			mute();
			entries.remove(key);
		}
	}

	/** The layout of struct epoll_event, which is packed on x86_64 only. */
	private static final int KEY = System.getProperty("os.arch", "").equals("amd64") ? 4 : 8;
	private static final int SIZE = KEY + Long.BYTES;
	/** Ready descriptors that one wait returns; the rest come with the next. */
	private static final int BATCH = 256;

	private final int epoll;
	/** The entries by a number that is never reused, so that a late event of a removed entry finds nothing. */
	private final Map<Long, Entry> entries = new HashMap<>();
	private final NativeBuffer event = new NativeBuffer(SIZE);
	private final NativeBuffer batch = new NativeBuffer(BATCH * SIZE);
	private long lastKey;

	/**
	 * Creates an empty set.
	 *
	 * @throws IllegalStateException if the process has no descriptor left
	 */
	public EpollSet() {
		epoll = Posix.epoll_create1(Posix.EPOLL_CLOEXEC);
		if (epoll < 0) {
			throw new IllegalStateException("no descriptor for an event loop: " + Errno.text(Posix.errno()));
		}
	}

	/** Waits for these events of a descriptor from now on. */
	public Entry add(int descriptor, int events, Ready ready) {
		Entry entry = new Entry(descriptor, ++lastKey, ready, events);
		control(Posix.EPOLL_CTL_ADD, entry, events);
		entries.put(entry.key, entry);
		return entry;
	}

	/**
	 * Waits until at least one descriptor is ready, then serves every ready descriptor.
	 *
	 * @param timeout milliseconds, -1 for none
	 */
	public void await(int timeout) {
		int count = Posix.epoll_wait(epoll, batch.address(), BATCH, timeout);
		ByteBuffer bytes = batch.bytes();
		for (int i = 0; i < count; i++) {
			Entry entry = entries.get(bytes.getLong(i * SIZE + KEY));
			if (entry != null && !entry.muted) {
				entry.ready.ready(bytes.getInt(i * SIZE));
			}
		}
	}

	@Override
	public void close() {
		Posix.close(epoll);
	}

	private void control(int operation, Entry entry, int events) {
		event.bytes().putInt(0, events).putLong(KEY, entry.key);
		if (Posix.epoll_ctl(epoll, operation, entry.descriptor, event.address()) != 0) {
			throw new IllegalStateException("cannot watch descriptor " + entry.descriptor + ": " + Errno.text(Posix.errno()));
		}
	}
}
