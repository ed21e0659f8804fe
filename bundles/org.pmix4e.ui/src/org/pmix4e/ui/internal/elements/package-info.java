// SPDX-License-Identifier: EPL-2.0
/** Elements of the job model in the user interface: their names and states, their properties, and how selections adapt to them. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.elements;
