// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

/**
 * Hands out the tags of one requester. Owned by the requester, on its loop. The first is 101, as every C library does it;
 * after the highest one it starts again at 100.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_sendrecv.c"
 */
public final class TagAllocator {
	private int last;

	/** Starts where a fresh process starts. */
	public TagAllocator() {
		this(Tag.FIRST_DYNAMIC);
	}

	/**
	 * @param last the tag taken to have been handed out last
	 * @throws IllegalArgumentException if that is not a dynamic tag
	 */
	public TagAllocator(int last) {
		if (!Tag.isDynamic(last)) {
			throw new IllegalArgumentException("not a dynamic tag: " + Tag.toString(last));
		}
		this.last = last;
	}

	/** @return the next tag */
	public int next() {
		last++;
		if (last == Tag.WILDCARD) {
			last = Tag.FIRST_DYNAMIC;
		}
		return last;
	}
}
