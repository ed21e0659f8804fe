# SPDX-License-Identifier: EPL-2.0
"""Runs both sides of Dvm.java, and prints the figures. dvm.sh starts this program."""
import argparse
import subprocess
import sys

LIMIT = 300


def measure(options, what):
    """Returns the rows of one measurement, each with a DVM of its own."""
    java = [options.java, "-cp", options.classes, "Dvm"]
    with subprocess.Popen(java + ["play", str(options.nodes)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as dvm:
        uri = dvm.stdout.readline().strip()
        result = subprocess.run(java + ["measure", uri] + [str(word) for word in what], stdout=subprocess.PIPE, text=True, check=False,
                                timeout=LIMIT)
        dvm.stdin.close()
    if result.returncode != 0:
        sys.exit(f"dvm.sh: the measurement {what} ended with {result.returncode}")
    return [line.split("\t") for line in result.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(prog="dvm.sh", description="Measures an engine with a simulated DVM of many nodes.")
    parser.add_argument("--nodes", type=int, default=1000, help="nodes of the DVM (default: 1,000)")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1024, 8192, 65_536], help="sizes of the jobs (default: 1024 8192 65536)")
    parser.add_argument("--writers", type=int, default=10_000, help="ranks that write (default: 10,000)")
    parser.add_argument("--lines", type=int, default=200, help="lines of 100 bytes that each of them writes (default: 200)")
    parser.add_argument("--java", help=argparse.SUPPRESS)
    parser.add_argument("--classes", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for what in [["ranks", ranks] for ranks in options.ranks] + [["output", options.writers, options.lines]]:
        for kind, ranks, quantity, value in measure(options, what):
            print(f"{kind:8}{int(ranks):>8,} ranks {float(value):>12,.1f}  {quantity}", flush=True)


if __name__ == "__main__":
    main()
