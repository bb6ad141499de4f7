// Notices a full disk before others fail at it: gives up the ballast, has changes refused, and sets the ballast aside again once
// there is room, which is what proves that the panel can write.
import type { DiskRoom, WriteProblem } from "../../contract/health.ts";
import type { Clock, Timer } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { WriteState } from "../write_state.ts";
import { type Ballast, ballastBytes } from "./ballast.ts";
import type { DatabaseReserve } from "./database_reserve.ts";
import { type DiskSpace, isLow } from "./disk_space.ts";

const LOOK_EVERY_MS = 2_000;
/** Where a quota refuses what the disk seems to have room for, the ballast is not tried again at each look. */
const LONGEST_REST_MS = 60_000;
const LEAST_INODES = 8;
/** So many files and folders must fit again before a disk without room for names is well. */
const ENOUGH_INODES = 128;
/** Share of the ballast that must be free: with less the disk is full. */
const FULL_SHARE = 0.25;

export interface DiskWatchOptions {
  clock: Clock;
  logger: Logger;
  writes: WriteState;
  ballast: Ballast;
  readSpace(): Promise<DiskSpace | null>;
  /** Called when the disk becomes nearly full or full, or is fine again. */
  onRoom(): void;
}

export class DiskWatch {
  readonly #options: DiskWatchOptions;
  #timer: Timer | undefined;
  #looking: Promise<void> | null = null;
  /** Null until it is opened: before, the ballast is only given up. */
  #reserve: Pick<DatabaseReserve, "isAmple" | "look"> | null = null;
  #room: DiskRoom | null = null;
  #rest = 0;
  #restUntil = 0;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
  }

  /** Whether runs may be planned and started: on a full disk, what the database has left is for people. */
  get hasRoomForRuns(): boolean {
    return !this.isFull || (this.#reserve?.isAmple ?? true);
  }

  /** How much room there was at the last look; null when it could not be known. */
  get room(): DiskRoom | null {
    return this.#room;
  }

  /** Begins to look every few seconds. */
  open(reserve: Pick<DatabaseReserve, "isAmple" | "look">): void {
    this.#reserve = reserve;
    void this.look();
  }

  /** Stops looking; the ballast stays. */
  async close(): Promise<void> {
    this.#reserve = null;
    this.#timer?.cancel();
    await this.#looking;
  }

  /** Takes the word of whoever could not write, as on a disk with a quota, whatever the disk itself says. */
  reportFull(): void {
    if (this.#reserve === null || this.#options.writes.problem !== null) return;
    this.#restLonger();
    this.#begin("disk_full", {});
  }

  /** Looks now. Never throws. */
  look(): Promise<void> {
    return this.#looking ??= this.#look().catch((fault) =>
      this.#options.logger.error("the disk could not be checked", { fault })
    ).finally(() => {
      this.#looking = null;
      this.#timer?.cancel();
      if (this.#reserve) this.#timer = this.#options.clock.after(LOOK_EVERY_MS, () => void this.look());
    });
  }

  async #look(): Promise<void> {
    const { writes, readSpace } = this.#options;
    const space = await readSpace();
    if (space === null) return;
    const problem = problemOf(space);
    if (problem !== null) this.#begin(problem, space);
    else if (this.#reserve && isRoomy(space)) await this.#heal(space);
    this.#note(space);
    await this.#reserve?.look({ mayGrow: writes.problem === null });
  }

  #note({ totalBytes, freeBytes }: DiskSpace): void {
    const { clock, onRoom } = this.#options;
    const before = this.#room;
    const wasLow = before !== null && before.room !== "ok";
    const room = this.isFull ? "full" : isLow({ totalBytes, freeBytes }, wasLow) ? "low" : "ok";
    const since = before?.room === room ? before.since : new Date(clock.now()).toISOString();
    this.#room = { room, since, totalBytes, freeBytes };
    if (before?.room !== room) onRoom();
  }

  /** Whether changes are refused because the disk has no room for bytes or for names. */
  get isFull(): boolean {
    const { problem } = this.#options.writes;
    return problem === "disk_full" || problem === "inodes_full";
  }

  #begin(problem: WriteProblem, space: Partial<DiskSpace>): void {
    const { writes, ballast, logger } = this.#options;
    ballast.release();
    if (writes.problem === null) {
      logger.error("the disk is full: changes are refused until there is room", { problem, ...space });
    }
    writes.begin(problem);
  }

  async #heal(space: DiskSpace): Promise<void> {
    const { writes, ballast, logger, clock } = this.#options;
    const bytes = ballastBytes(space.totalBytes);
    if (!ballast.isWhole(bytes)) {
      if (clock.monotonic() < this.#restUntil || !await ballast.build(bytes)) return this.#restLonger();
    }
    this.#rest = 0;
    const wasFull = this.isFull;
    writes.end("disk_full");
    writes.end("inodes_full");
    if (wasFull) logger.info("the disk has room again: changes are taken", { ...space });
  }

  #restLonger(): void {
    const { clock } = this.#options;
    if (clock.monotonic() < this.#restUntil) return;
    this.#rest = Math.min(LONGEST_REST_MS, Math.max(LOOK_EVERY_MS, this.#rest * 2));
    this.#restUntil = clock.monotonic() + this.#rest;
  }
}

function problemOf({ totalBytes, freeBytes, freeInodes }: DiskSpace): WriteProblem | null {
  if (freeBytes < ballastBytes(totalBytes) * FULL_SHARE) return "disk_full";
  return freeInodes !== null && freeInodes < LEAST_INODES ? "inodes_full" : null;
}

// As much again as the ballast takes: else it would be given up the moment it is set aside.
function isRoomy({ totalBytes, freeBytes, freeInodes }: DiskSpace): boolean {
  return freeBytes >= 2 * ballastBytes(totalBytes) && (freeInodes === null || freeInodes >= ENOUGH_INODES);
}
