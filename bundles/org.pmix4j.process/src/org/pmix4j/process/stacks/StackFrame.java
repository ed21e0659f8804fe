// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.stacks;

/**
 * A frame of a stack, of native code, Java or Python. Immutable.
 *
 * @param text what the debugger has printed: function, arguments and place; without addresses
 * @param key  equal for the same place in another process: without the values of arguments
 */
public record StackFrame(String text, String key) {
}
