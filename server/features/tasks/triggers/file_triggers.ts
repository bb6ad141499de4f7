// Starts tasks when a file appears or changes, and has settled. Files are polled: a kernel tells nothing of what happens on other
// machines. The version that was last seen is written together with the run, so that no version starts a task twice, and one that
// came while the panel was off does so after its start. It stays while the drive of the file is gone, so that a file that comes back
// with it starts nothing, and one that has changed meanwhile does.
import type { Base } from "../../../engine/base.ts";
import type { Duty } from "../../../engine/deciding.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import type { Timer } from "../../../platform/clock.ts";
import { startTriggered, type TriggerContext } from "./start_triggered.ts";
import { ABSENT, isOutOfReach, type SeenFile } from "./seen_file.ts";
import type { TriggerFiles } from "./trigger_files.ts";

/** Shortest and longest time between two looks at a file, in ms. */
const POLL_MS = { min: 1_000, max: 10_000 };
/** A round of looks takes at most one part of this many of the time. */
const SHARE = 20;
/** How often the triggers are read without a change of a task that is known here, in ms. */
const COMPARE_MS = 60_000;
/** After a change of a task, its new triggers are looked at after this time, in ms. */
const GATHER_MS = 50;
/** Versions written in one transaction. */
const BATCH = 50;

export interface FileTriggersOptions
  extends Omit<TriggerContext, "engine">, Pick<Base, "db" | "clock" | "bus" | "logger"> {
  engine: TriggerContext["engine"] & Pick<Engine, "follow">;
  files: Pick<TriggerFiles, "poll" | "locate">;
  /** Returns whether there is space to record runs; while false, starts are delayed, not lost. */
  hasRoom(): boolean;
}

interface FileTrigger {
  id: number;
  taskId: number;
  file: string;
  settleMs: number;
  seen: string | null;
  mount: string | null;
}

/** A version that is not yet known to have settled; `since` is by the monotonic clock. */
interface Candidate {
  version: string;
  since: number;
}

/** What is to be stored of a file: another version, or the same on another mount. */
interface NewVersion {
  trigger: FileTrigger;
  /** The version that was seen before. */
  seen: string | null;
  version: string;
  mount: string | null;
}

export class FileTriggers implements Duty {
  #timer: Timer | undefined;
  #polling: Promise<void> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();
  /** Null while this panel does not decide; another object each time it begins to. */
  #turn: object | null = null;
  #isPolling = false;
  #triggers: readonly FileTrigger[] | null = null;
  #readAt = 0;
  readonly #candidates = new Map<number, Candidate>();
  #stopListening: () => void = () => {};

  constructor(private readonly options: FileTriggersOptions) {}

  begin(): Promise<void> {
    this.#turn = {};
    this.#triggers = null;
    this.#candidates.clear();
    this.#stopListening = this.options.bus.listen(({ type }) => {
      if (type !== "task:created" && type !== "task:updated" && type !== "task:deleted") return;
      this.#triggers = null;
      this.#arm(GATHER_MS);
    });
    this.#arm(0);
    return Promise.resolve();
  }

  // A look may take long, and writes nothing after this.
  async end(): Promise<void> {
    this.#turn = null;
    this.#stopListening();
    this.#timer?.cancel();
    await this.#writing;
  }

  #arm(delayMs: number): void {
    if (this.#turn === null || this.#isPolling) return;
    this.#timer?.cancel();
    this.#timer = this.options.clock.after(delayMs, () => void this.#round());
  }

  async #round(): Promise<void> {
    const { clock, logger } = this.options;
    this.#isPolling = true;
    const began = clock.monotonic();
    await this.poll().catch((error) => {
      this.#triggers = null;
      logger.error("failed to look for changed files; retrying", { error });
    });
    this.#isPolling = false;
    const tookMs = (clock.monotonic() - began) * SHARE;
    const isIdle = this.#triggers?.length === 0;
    this.#arm(isIdle ? COMPARE_MS : Math.min(Math.max(tookMs, POLL_MS.min), POLL_MS.max));
  }

  /** Looks at each file once, and starts the tasks whose files have settled. */
  async poll(): Promise<void> {
    const poll = this.#polling.then(() => this.#pollOnce());
    this.#polling = poll.catch(() => {});
    await poll;
  }

  async #pollOnce(): Promise<void> {
    const { clock, files, hasRoom } = this.options;
    const turn = this.#turn;
    if (!hasRoom()) return;
    const triggers = await this.#read();
    const versions = await files.poll([...new Set(triggers.map(({ file }) => file))]);
    const settled = this.#settled(triggers, versions, clock.monotonic());
    for (let first = 0; first < settled.length; first += BATCH) {
      if (turn === null || this.#turn !== turn) return;
      const written = this.#write(settled.slice(first, first + BATCH));
      this.#writing = written.catch(() => {});
      await written;
    }
  }

  #settled(
    triggers: readonly FileTrigger[],
    found: ReadonlyMap<string, SeenFile>,
    now: number,
  ): NewVersion[] {
    return triggers.flatMap((trigger): NewVersion[] => {
      const { id, file, seen, mount: before, settleMs } = trigger;
      const current = found.get(file);
      // After a restore, only the mount point is known of what was there.
      const isKnown = seen !== null || before !== null;
      const isOut = current && isKnown && isOutOfReach(current, { version: seen ?? "", mount: before });
      if (!current || isOut) {
        this.#candidates.delete(id);
        return [];
      }
      const { version } = current;
      const mount = version === ABSENT ? before : current.mount;
      // What was there when the trigger was saved is not waited for.
      if (seen === null) return [{ trigger, seen, version, mount }];
      const known = this.#candidates.get(id);
      if (version === seen) {
        this.#candidates.delete(id);
        return mount === before ? [] : [{ trigger, seen, version, mount }];
      }
      if (known?.version !== version) this.#candidates.set(id, { version, since: now });
      else if (now - known.since >= settleMs) return [{ trigger, seen, version, mount }];
      return [];
    });
  }

  async #write(versions: readonly NewVersion[]): Promise<void> {
    const { db, engine } = this.options;
    const following = await db.transaction().execute((tx) => this.#start(tx, versions));
    for (const { trigger, version, mount } of versions) {
      Object.assign(trigger, { seen: version, mount });
      this.#candidates.delete(trigger.id);
    }
    engine.follow(following);
  }

  async #start(tx: Tx, versions: readonly NewVersion[]): Promise<FollowingRuns[]> {
    const { clock, engine, limits } = this.options;
    const following: FollowingRuns[] = [];
    for (const { trigger: { id, taskId, file }, seen, version, mount } of versions) {
      // It may have been removed, or written by another panel, since it was read.
      const { numUpdatedRows } = await tx.updateTable("task_trigger")
        .set({ seen: version, seen_mount: mount }).where("id", "=", id)
        .where("seen", seen === null ? "is" : "=", seen).executeTakeFirst();
      if (Number(numUpdatedRows) === 0) this.#triggers = null;
      if (Number(numUpdatedRows) === 0 || seen === null || [seen, ABSENT].includes(version)) continue;
      const trigger = { type: "file" as const, name: null, path: file, on: null };
      const triggered = { taskId, trigger, now: clock.now() };
      following.push(...await startTriggered(tx, triggered, { engine, limits }));
    }
    return following;
  }

  async #read(): Promise<readonly FileTrigger[]> {
    const { db, clock, files } = this.options;
    const now = clock.monotonic();
    if (this.#triggers !== null && now - this.#readAt < COMPARE_MS) return this.#triggers;
    this.#readAt = now;
    // A change of a task while they are read must not be missed.
    this.#triggers = [];
    const unread = this.#triggers;
    const read = await readFileTriggers(db, files);
    const ids = new Set(read.map(({ id }) => id));
    for (const id of this.#candidates.keys()) if (!ids.has(id)) this.#candidates.delete(id);
    if (this.#triggers === unread) this.#triggers = read;
    return read;
  }
}

async function readFileTriggers(db: Database, files: Pick<TriggerFiles, "locate">): Promise<FileTrigger[]> {
  const rows = await db.selectFrom("task_trigger").innerJoin("task", "task.id", "task_trigger.task_id")
    .select(["task_trigger.id", "task_id", "file_path", "settle_ms", "seen", "seen_mount"]).where(
      "type",
      "=",
      "file",
    )
    .orderBy("task_trigger.id").execute();
  return rows.flatMap(({ id, task_id: taskId, file_path: path, settle_ms, seen, seen_mount: mount }) => {
    const file = path === null ? null : files.locate(path);
    return file === null ? [] : [{ id, taskId, file, settleMs: settle_ms ?? 0, seen, mount }];
  });
}
