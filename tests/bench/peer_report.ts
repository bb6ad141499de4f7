// What was measured of the panel and its peers, and why the rest was not.
import type { PeerPackage } from "./peer_packages.ts";
import type { MemoryBytes } from "./process_costs.ts";
import { type Figures, figureTable } from "./report.ts";
import type { Burst } from "./start_times.ts";

const MEBIBYTE = 1024 * 1024;

const columns = ["panel", "crontab-ui", "cron", "BusyBox crond", "anacron"] as const;
export type Program = typeof columns[number];
export type Peer = Exclude<Program, "panel">;

/** The numbers of jobs that are due at one moment. */
export const burstSizes = [50, 200] as const;
export const RESTING_JOBS = 200;

const READY = "from the start to the first page, ms";
const RESIDENT = `resident memory with ${RESTING_JOBS} jobs, MiB`;
const PROPORTIONAL = "… its share of it (PSS), MiB";
const P50 = "lateness p50, ms";
const P99 = "lateness p99, ms";
const RATE = "starts per second";
const burstRow = (count: number, what: string) => `${count} jobs due at one moment: ${what}`;

export class PeerReport {
  // In the order of the table.
  readonly #figures: Figures = Object.fromEntries(
    [
      READY,
      RESIDENT,
      PROPORTIONAL,
      ...burstSizes.flatMap((count) => [P50, P99, RATE].map((what) => burstRow(count, what))),
    ].map((row) => [row, {}]),
  );
  readonly #versions: string[] = [];
  readonly #reasons = new Map<string, string>();

  addReady(program: Program, ms: number): void {
    this.#add(READY, program, ms);
  }

  addMemory(program: Program, { resident, proportional }: MemoryBytes): void {
    this.#add(RESIDENT, program, resident / MEBIBYTE);
    this.#add(PROPORTIONAL, program, proportional / MEBIBYTE);
  }

  /** Adds a burst; without lateness, for a program that knows no due time, only its starts per second. */
  addBurst(program: Program, count: number, { p50, p99, perSecond }: Partial<Burst>): void {
    this.#add(burstRow(count, P50), program, p50);
    this.#add(burstRow(count, P99), program, p99);
    this.#add(burstRow(count, RATE), program, perSecond);
  }

  /** Adds why something was not measured. */
  addReason(name: string, reason: string): void {
    this.#reasons.set(name, reason);
  }

  /** Provides a package; null, with the reason in the report, when it is not available. */
  async unpack(peer: Peer, action: () => Promise<PeerPackage>): Promise<PeerPackage | null> {
    const unpacked = await this.attempt(peer, action);
    if (unpacked) this.#versions.push(`${peer} ${unpacked.version}`);
    return unpacked;
  }

  /** Runs an action; null, with the reason in the report, when it fails or an earlier one of this peer did. */
  async attempt<T>(peer: Peer, action: () => Promise<T>): Promise<T | null> {
    if (this.#reasons.has(peer)) return null;
    try {
      return await action();
    } catch (error) {
      this.addReason(peer, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /** Returns versions, table and reasons as Markdown. */
  format(): string {
    const reasons = [...this.#reasons].map(([name, reason]) =>
      `- ${name}, not measured: ${reason.split("\n")[0]}`
    );
    return [this.#versions.join(", "), figureTable(columns, this.#figures), reasons.join("\n")]
      .filter((part) => part !== "").join("\n\n");
  }

  #add(row: string, program: Program, value: number | undefined): void {
    if (value === undefined) return;
    const values = this.#figures[row]![program] ??= [];
    values.push(value);
  }
}
