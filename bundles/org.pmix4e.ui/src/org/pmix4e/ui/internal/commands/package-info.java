// SPDX-License-Identifier: EPL-2.0
/** Commands on jobs and ranks, which all views share, and the interfaces of the views that some of them act on. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.commands;
