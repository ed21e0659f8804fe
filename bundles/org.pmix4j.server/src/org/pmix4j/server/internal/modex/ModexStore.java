// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.modex;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ScopedData;

/**
 * The data that processes have committed: for each process a table for local readers and one for remote readers. A commit usually has all
 * data of a scope again, and its bytes are then kept as they came. The memory of each process's data is limited. Owned by the server.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c, pmix_server_commit"
 */
public final class ModexStore implements Component {
	private final Limits limits;
	private final Budget budget;
	private final Map<Proc, Map<Scope, Committed>> data = new HashMap<>();
	private final Map<Proc, Budget.Share> memory = new HashMap<>();

	/**
	 * @param limits bounds for decoding
	 * @param budget of the data of all processes
	 */
	public ModexStore(Limits limits, Budget budget) {
		this.limits = limits;
		this.budget = budget;
	}

	/**
	 * Stores all of a commit or nothing. Keys missing from it are kept: a forked process, or an earlier run of the process, put them.
	 *
	 * @throws PmixException if it cannot be decoded; OUT_OF_RESOURCE if the data of the process need too much memory
	 */
	public void commit(Proc proc, List<ScopedData> parts) throws PmixException {
		put(proc, merge(proc, parts).tables());
	}

	/**
	 * Prepares a commit.
	 *
	 * @return computes the tables of the process after the commit
	 */
	public Merge merge(Proc proc, List<ScopedData> parts) {
		return new Merge(proc, data.getOrDefault(proc, Map.of()), parts, limits);
	}

	/** @return whether the data of the process are those with which the commit was prepared */
	public boolean isCurrent(Merge merge) {
		return data.getOrDefault(merge.proc(), Map.of()) == merge.before();
	}

	/**
	 * Stores the tables of a process.
	 *
	 * @throws PmixException OUT_OF_RESOURCE if the data of the process need too much memory
	 */
	public void put(Proc proc, Map<Scope, Committed> tables) throws PmixException {
		Budget.Share share = memory.computeIfAbsent(proc, owner -> budget.share());
		long size = tables.values().stream().mapToLong(Committed::heldSize).sum();
		if (!share.replace(share.held(), size)) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "the data committed by " + proc + " would need " + size
					+ " bytes of memory, and there are " + share);
		}
		data.put(proc, tables);
	}

	/**
	 * Adds values with qualifiers, for all readers.
	 *
	 * @param values each with its qualifiers, as {@code pmix.qual.val}
	 * @throws PmixException OUT_OF_RESOURCE if the data of the process need too much memory
	 */
	public void addQualified(Proc proc, List<Kval> values) throws PmixException {
		Map<Scope, Committed> tables = new HashMap<>(data.getOrDefault(proc, Map.of()));
		for (Scope scope : List.of(Scope.LOCAL, Scope.REMOTE)) {
			tables.put(scope, Committed.of(read(proc, scope).with(KvalBlob.of(values), limits), limits));
		}
		put(proc, tables);
	}

	/** @return whether the process has committed, even if it has put nothing */
	public boolean hasCommitted(Proc proc) {
		return data.containsKey(proc);
	}

	/**
	 * @param scope LOCAL for the data that processes of this node may read, REMOTE for the data that those of other nodes may read
	 * @return the data that the process has committed for that scope
	 */
	public Optional<Committed> find(Proc proc, Scope scope) {
		return Optional.ofNullable(data.getOrDefault(proc, Map.of()).get(scope));
	}

	/** @return the same data without their packed form; empty if there are none */
	public KvalBlob read(Proc proc, Scope scope) {
		return find(proc, scope).orElse(Committed.NOTHING).data();
	}

	/** @return whether readers of that scope can see a value of the key, with or without qualifiers */
	public boolean contains(Proc proc, Scope scope, String key) {
		try {
			return read(proc, scope).contains(key, limits);
		} catch (MalformedMessageException e) {
			throw new IllegalStateException("checked when it was committed", e);
		}
	}

	/** @return the processes of a namespace whose data are here */
	public Stream<Proc> procs(String nspace) {
		return data.keySet().stream().filter(proc -> proc.nspace().equals(nspace));
	}

	@Override
	public void dump(StringBuilder out) {
		out.append("  data of ").append(data.size()).append(" processes\n");
	}

	@Override
	public void namespaceGone(String nspace) {
		data.keySet().removeIf(proc -> proc.nspace().equals(nspace));
		memory.entrySet().removeIf(entry -> {
			boolean gone = entry.getKey().nspace().equals(nspace);
			if (gone) {
				entry.getValue().end();
			}
			return gone;
		});
	}
}
