// SPDX-License-Identifier: EPL-2.0
/**
 * Safe texts for logs and messages: of other processes, and of file failures. Also reads files and directories that other users can fill.
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.internal.text;
