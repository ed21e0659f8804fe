// SPDX-License-Identifier: EPL-2.0
/** Shows text made by other processes, and failures of files, in logs and messages; reads files and directories that others can fill. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.internal.text;
