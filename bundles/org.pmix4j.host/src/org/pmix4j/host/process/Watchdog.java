// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.nio.file.Path;

/**
 * A small helper process that cleans up when this JVM dies without a word, e.g. by kill -9. Every child that the loop starts is told
 * to it. When the pipe to it breaks, it kills their groups and whatever carries a marker in its environment, then removes the
 * directories it was told. One for each {@link ProcessLoop}; its methods may be called from any thread.
 */
public final class Watchdog implements AutoCloseable {

	private Watchdog() {
	}

	/**
	 * Starts the helper; returns without waiting for it.
	 *
	 * @param directoryPrefix how the name of every directory begins that it may remove; letters, digits and '-'
	 */
	public static Watchdog start(ProcessLoop loop, String directoryPrefix) {
		throw new UnsupportedOperationException(loop + directoryPrefix);
	}

	/** Processes whose environment carries the marker are killed too. */
	public void watch(Marker marker) {
		throw new UnsupportedOperationException(marker.toString());
	}

	/** The directory is removed with all its content. */
	public void watch(PrivateDirectory directory) {
		throw new UnsupportedOperationException(directory.toString());
	}

	/** The directory is no longer ours; call it before or after its removal. */
	public void forget(Path directory) {
		throw new UnsupportedOperationException(directory.toString());
	}

	/** Orderly end: the helper leaves without touching anything. */
	@Override
	public void close() {
		throw new UnsupportedOperationException();
	}
}
