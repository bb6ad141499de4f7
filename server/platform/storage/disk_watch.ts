// Detects a full disk before others fail on it: releases the reserved space, has changes rejected, and reserves the space
// again once there is enough, which proves that the panel can write.
import type { DiskRoom, WriteProblem } from "../../contract/health.ts";
import { afterAbout, type Clock, type Timer } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { WriteState } from "../write_state.ts";
import { ballastBytes, type ReservedSpace } from "./reserved_space.ts";
import type { DatabaseReserve } from "./database_reserve.ts";
import { type DiskSpace, isLow } from "./disk_space.ts";
import { isoTime } from "../iso_time.ts";

const POLL_INTERVAL_MS = 2_000;
/** Maximum pause between attempts to create the reserved space when a quota refuses space that the disk seems to have. */
const MAX_REST_MS = 60_000;
const MIN_INODES = 8;
/** A disk without inodes is fine again once this many are free. */
const ENOUGH_INODES = 128;
/** The disk is full when less than this share of the reserved space is free. */
const FULL_SHARE = 0.25;

export interface DiskWatchOptions {
  clock: Clock;
  logger: Logger;
  writes: WriteState;
  reservedSpace: ReservedSpace;
  readSpace(): DiskSpace | null;
  /** Called when the disk becomes nearly full or full, or is fine again. */
  onRoom(): void;
}

export class DiskWatch {
  #timer: Timer | undefined;
  #polling: Promise<void> | null = null;
  /** Null until opened: before, the reserved space is only released. */
  #reserve: Pick<DatabaseReserve, "isAmple" | "check"> | null = null;
  #room: DiskRoom | null = null;
  #isReadOnly = false;
  #rest = 0;
  #restUntil = 0;

  constructor(private readonly options: DiskWatchOptions) {}

  /** Whether runs may be planned and started: on a full disk, the remaining space in the database is reserved for users. */
  get hasRoomForRuns(): boolean {
    if (this.#isReadOnly) return false;
    return !this.isFull || (this.#reserve?.isAmple ?? true);
  }

  /** Space at the last poll; null when it was unknown. */
  get room(): DiskRoom | null {
    return this.#room;
  }

  /** Begins to poll every few seconds. */
  open(reserve: Pick<DatabaseReserve, "isAmple" | "check">): void {
    this.#reserve = reserve;
    void this.check();
  }

  /** Stops polling; the reserved space stays. */
  async close(): Promise<void> {
    this.#reserve = null;
    this.#timer?.cancel();
    await this.#polling;
  }

  /** Reports a failed write, as on a disk with a quota, whatever the disk itself reports. */
  reportFull(): void {
    if (this.#reserve === null || this.options.writes.problem !== null) return;
    this.#restLonger();
    this.#begin("disk_full", {});
  }

  /** Polls now. Never throws. */
  check(): Promise<void> {
    return this.#polling ??= this.#poll().catch((error) =>
      this.options.logger.error("failed to check the disk", { error })
    ).finally(() => {
      this.#polling = null;
      this.#timer?.cancel();
      if (this.#reserve) {
        this.#timer = afterAbout(this.options.clock, POLL_INTERVAL_MS, () => void this.check());
      }
    });
  }

  async #poll(): Promise<void> {
    const { writes, readSpace } = this.options;
    const space = readSpace();
    if (space === null) return;
    this.#noteReadOnly(space);
    if (space.isReadOnly) return this.#note(space);
    const problem = problemOf(space);
    if (problem !== null) this.#begin(problem, space);
    else if (this.#reserve && isRoomy(space)) await this.#heal(space);
    this.#note(space);
    await this.#reserve?.check({ mayGrow: writes.problem === null });
  }

  #noteReadOnly({ isReadOnly }: DiskSpace): void {
    const { writes, logger } = this.options;
    if (isReadOnly === this.#isReadOnly) return;
    this.#isReadOnly = isReadOnly;
    if (isReadOnly) {
      logger.error("the disk is read-only; changes are rejected until it is writable");
      writes.begin("disk_read_only");
    } else {
      logger.info("the disk is writable again; changes are accepted");
      writes.end("disk_read_only");
    }
  }

  #note({ totalBytes, freeBytes }: DiskSpace): void {
    const { clock, onRoom } = this.options;
    const before = this.#room;
    const wasLow = before !== null && before.room !== "ok";
    const room = this.isFull ? "full" : isLow({ totalBytes, freeBytes }, wasLow) ? "low" : "ok";
    const since = before?.room === room ? before.since : isoTime(clock.now());
    this.#room = { room, since, totalBytes, freeBytes };
    if (before?.room !== room) onRoom();
  }

  /** Whether changes are rejected because the disk has no free bytes or inodes. */
  get isFull(): boolean {
    const { problem } = this.options.writes;
    return problem === "disk_full" || problem === "inodes_full";
  }

  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  #begin(problem: WriteProblem, space: Partial<DiskSpace>): void {
    const { writes, reservedSpace, logger } = this.options;
    reservedSpace.release();
    if (writes.problem === null) {
      logger.error("the disk is full; changes are rejected until there is free space", { problem, ...space });
    }
    writes.begin(problem);
  }

  async #heal(space: DiskSpace): Promise<void> {
    const { writes, reservedSpace, logger, clock } = this.options;
    const bytes = ballastBytes(space.totalBytes);
    if (!reservedSpace.isWhole(bytes)) {
      if (clock.monotonic() < this.#restUntil || !await reservedSpace.build(bytes)) return this.#restLonger();
    }
    this.#rest = 0;
    const wasFull = this.isFull;
    writes.end("disk_full");
    writes.end("inodes_full");
    if (wasFull) logger.info("the disk has free space again; changes are accepted", { ...space });
  }

  #restLonger(): void {
    const { clock } = this.options;
    if (clock.monotonic() < this.#restUntil) return;
    this.#rest = Math.min(MAX_REST_MS, Math.max(POLL_INTERVAL_MS, this.#rest * 2));
    this.#restUntil = clock.monotonic() + this.#rest;
  }
}

function problemOf({ totalBytes, freeBytes, freeInodes }: DiskSpace): WriteProblem | null {
  if (freeBytes < ballastBytes(totalBytes) * FULL_SHARE) return "disk_full";
  return freeInodes !== null && freeInodes < MIN_INODES ? "inodes_full" : null;
}

// Twice the size of the reserved space: otherwise it would be released as soon as it is created.
function isRoomy({ totalBytes, freeBytes, freeInodes }: DiskSpace): boolean {
  return freeBytes >= 2 * ballastBytes(totalBytes) && (freeInodes === null || freeInodes >= ENOUGH_INODES);
}
