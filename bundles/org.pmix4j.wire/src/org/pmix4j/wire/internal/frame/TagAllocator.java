// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

/**
 * Allocates the request tags of one requester. Owned by the requester, on its loop. Like every C library it starts with 101; after the
 * highest tag it continues with 100.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_sendrecv.c"
 */
public final class TagAllocator {
	private int last;

	/** Starts as a new process does. */
	public TagAllocator() {
		this(Tag.FIRST_DYNAMIC);
	}

	/**
	 * @param last tag to treat as the most recently allocated one
	 * @throws IllegalArgumentException if it is not a dynamic tag
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
