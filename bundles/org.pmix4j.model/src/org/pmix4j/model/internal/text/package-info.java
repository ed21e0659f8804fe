// SPDX-License-Identifier: EPL-2.0
/** Shows text made by other processes in logs and messages. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.internal.text;
