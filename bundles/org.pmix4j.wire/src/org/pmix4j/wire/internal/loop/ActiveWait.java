// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

/**
 * Decides how long a loop looks for input again and again before it sleeps, as a sleeping thread takes long to wake up: a moment, if its
 * last waits were short, as in collectives that follow each other. Owned by the loop's thread.
 */
public final class ActiveWait {
	/** A wait with the work behind it that counts as short, in nanoseconds. */
	private static final long SHORT = 200_000;
	/** The number of short waits after which another one is expected. */
	private static final int MANY = 4;
	/** The time to look, in nanoseconds. */
	private static final long MOMENT = 50_000;

	private final long moment;
	private int shortWaits;

	private ActiveWait(long moment) {
		this.moment = moment;
	}

	/** {@return no active waits} */
	public static ActiveWait never() {
		return new ActiveWait(0);
	}

	/** {@return active waits among short ones} */
	public static ActiveWait amongShortWaits() {
		return new ActiveWait(MOMENT);
	}

	/** {@return how long to look before the next sleep, in nanoseconds; 0 to sleep at once} */
	public long time() {
		return shortWaits < MANY ? 0 : moment;
	}

	/**
	 * Takes the length of a wait, whether or not it was active, with the work behind it.
	 *
	 * @param nanos the length in nanoseconds
	 */
	public void waited(long nanos) {
		shortWaits = nanos < SHORT ? Math.min(MANY, shortWaits + 1) : 0;
	}
}
