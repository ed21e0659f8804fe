# SPDX-License-Identifier: EPL-2.0
"""Runs Scale.java, and writes its figures as a table and as a plot. scale.sh starts this program."""
import argparse
import pathlib
import subprocess
import sys

import plot

COLUMNS = ["operation", "ranks", "cpu_ms", "allocated_mb", "kept_mb", "events", "received_kb"]


def main():
    parser = argparse.ArgumentParser(prog="scale.sh", description="Measures operations of one server against the number of ranks.")
    parser.add_argument("--ranks", type=int, default=1_000_000, help="largest registered namespace (default: 1,000,000)")
    parser.add_argument("--clients", type=int, default=65_536, help="largest number of clients (default: 65,536)")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), help="folder for scale.tsv and scale.svg (default: .)")
    parser.add_argument("--java", help=argparse.SUPPRESS)
    parser.add_argument("--classes", help=argparse.SUPPRESS)
    options = parser.parse_args()
    result = subprocess.run([options.java, "-Xmx1g", "-XX:+UseSerialGC", "-cp", options.classes, "Scale", str(options.ranks),
                             str(options.clients)], stdout=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"scale.sh: Scale ended with {result.returncode}")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "scale.tsv").write_text("".join("\t".join(row) + "\n" for row in [COLUMNS] + rows), encoding="utf-8")
    series = {}
    for operation, ranks, cpu, *_ in rows:
        series.setdefault(operation, []).append((int(ranks), float(cpu)))
    (options.out / "scale.svg").write_text(plot.lines("One server, one thread, no processes and sockets", "ranks", "CPU time, ms", series),
                                           encoding="utf-8")
    for operation, ranks, cpu, allocated, kept, *_ in rows:
        print(f"{operation:32}{int(ranks):>10,} ranks {cpu:>9} ms {allocated:>8} MB allocated {kept:>7} MB kept")


if __name__ == "__main__":
    main()
