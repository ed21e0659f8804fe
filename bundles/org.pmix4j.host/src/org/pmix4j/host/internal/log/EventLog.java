// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/** Logs the events of jobs in the channels of PMIx_Log that their spawns name. Owned by the host, used on its thread. */
public interface EventLog {
	/**
	 * Logs a text.
	 *
	 * @param streams write to the output of the launcher
	 * @param source  the process whose event it is
	 * @param data    the text, under the key of each channel
	 * @param form    the form of the text
	 * @return completes when the text is logged; fails if a channel does not take it
	 */
	CompletionStage<Void> log(LogService.Streams streams, Proc source, Infos data, Infos form);
}
