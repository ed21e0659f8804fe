// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.attributes.LogAttributes;

/**
 * The switches with which a request has its data stored. The Standard makes them switches, which stand among the data or the directives; a
 * program may also write the text itself under their keys. Immutable.
 *
 * @param inJobRecord whether the data go into the record of the job
 * @param inDataStore whether processes can look the data up
 * @param data        what is stored: all data but mails and the switches
 * @param rest        the data for other channels
 */
record StoreRequest(boolean inJobRecord, boolean inDataStore, Infos data, Infos rest) {
	private static final Set<String> SWITCHES = Set.of(LogAttributes.LOG_JOB_RECORD.key(), LogAttributes.LOG_GLOBAL_DATASTORE.key());

	/** @throws PmixException BAD_PARAM if a switch is neither true nor false nor a text */
	static StoreRequest of(Infos data, Infos directives) throws PmixException {
		List<Info> stored = new ArrayList<>();
		List<Info> rest = new ArrayList<>();
		for (Info datum : data) {
			if (!SWITCHES.contains(datum.key())) {
				rest.add(datum);
			}
			if (!datum.key().equals(LogAttributes.LOG_EMAIL.key())
					&& (!SWITCHES.contains(datum.key()) || datum.value() instanceof PmixValue.Str)) {
				stored.add(datum);
			}
		}
		return new StoreRequest(isOn(LogAttributes.LOG_JOB_RECORD.key(), data, directives),
				isOn(LogAttributes.LOG_GLOBAL_DATASTORE.key(), data, directives), new Infos(stored), new Infos(rest));
	}

	private static boolean isOn(String key, Infos data, Infos directives) throws PmixException {
		for (Infos infos : List.of(data, directives)) {
			for (Info info : infos) {
				if (info.key().equals(key) && (info.value() instanceof PmixValue.Str || LogAttributes.LOG_JOB_RECORD.read(info.value()))) {
					return true;
				}
			}
		}
		return false;
	}

	boolean isWanted() {
		return inJobRecord || inDataStore;
	}
}
