// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.stack;

import java.util.Optional;

import org.eclipse.debug.core.model.IStackFrame;
import org.pmix4e.core.spi.FramePlace;

/**
 * A frame of the stack of one rank. Immutable.
 *
 * @param place where it is
 * @param frame the frame in its debug model, valid until the rank goes on; empty if it only stands for others
 */
public record RankFrame(FramePlace place, Optional<IStackFrame> frame) {
}
