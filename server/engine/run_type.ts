// What the engine requires of a run type. Features implement it; the engine knows nothing else about what it runs.
import type { LiveEvent } from "../contract/events.ts";
import { type RunKind, runKinds } from "../contract/runs.ts";
import type { Retry } from "../contract/tasks.ts";
import type { Around } from "../platform/process/wrapper.ts";
import type { Held } from "./decision.ts";
import type { EnqueueResult, OpenNodes } from "./enqueue.ts";
import type { Ending } from "./ledger.ts";
import type { Source } from "./source.ts";
import type { Refusal } from "./run_spec_error.ts";
import type { Database, RunRow, SourceColumn, SourceKey, Tx } from "./store.ts";

export type Environment = Readonly<Record<string, string>>;

/** The process to start for a run. The engine adds the variable that marks the processes of the run. */
export interface RunSpec {
  /** Program and its fixed arguments. */
  command: readonly string[];
  args: readonly string[];
  around: Around;
  directory: string;
  environment: Record<string, string>;
  /** The script it runs, relative to the scripts directory, and its file path; null when it runs none from there. */
  script: { path: string; file: string } | null;
  /** Lines the panel writes to the log before the output. */
  notes?: readonly Refusal["line"][];
}

/** Where a run finds the files of users. */
export interface RunFolders {
  scripts: string;
  config: string;
}

export interface VariablesOfRun {
  values: Environment;
  /** Values that must not appear in a log. */
  secrets: readonly string[];
  /** Names of variables whose value cannot be decrypted. */
  unreadable: readonly string[];
  /** The runs whose files it gets, and the names of their folders there; unset if its source starts after no other. */
  inputs?: readonly { name: string; runId: number }[];
  /** Lines the panel writes to the log before the output, about what it does not get. */
  notes?: readonly Refusal["line"][];
  /** The base64 of what started the run, which it gets as a file of its own; a text, because it travels to other nodes as JSON. */
  trigger?: string;
}

/** Folders of a run on the machine that runs it. */
export interface PreparedFolders {
  /** The variables that name them. */
  environment: Record<string, string>;
  /** Lines the panel writes to the log before the output. */
  notes: readonly Refusal["line"][];
}

/** What a run leaves for those after it. */
export interface RunOutputs {
  /** Why it is not used; null if it is, or there is nothing. */
  problem: Refusal | null;
  /** Stores it, in the transaction that records the end of the run. */
  store(tx: Tx): Promise<void>;
  /** Removes what was only there until it is stored. */
  release(): Promise<void>;
}

/** A run that can be started, as its source is now. */
export interface PreparedRun {
  /** Folder of its log, relative to the logs directory; null to discard its output. */
  logFolder: string | null;
  /** How many runs of the same source may be live at once; runs without a source do not count against each other. */
  maxAtOnce: number;
  /** Time limit in ms; null for none. */
  timeLimitMs: number | null;
  /** Reads the variables it gets. Unset for run types that get none. */
  variables?(): Promise<VariablesOfRun>;
  /**
   * Returns the process to start, with the variables it gets. `folders` replaces the folders of the panel where the run has
   * a copy of its own. Throws `RunSpecError`.
   */
  spec(run: RunRow, variables: Environment, folders?: RunFolders): RunSpec;
  /** Makes the folders that it has besides those of its spec. Throws file system errors. */
  prepareFolders?(run: RunRow, variables: VariablesOfRun): Promise<PreparedFolders>;
}

export interface SourceType {
  column: SourceColumn;
  /** Returns how many runs of each source may be live at once; without it, only `maxAtOnce` counts. */
  limitsOf?(db: Database, ids: readonly number[]): Promise<Map<number, number>>;
  /** Returns the fields that events of its runs have, and the event of its own that follows each of them. */
  events?(id: number): { ofRun: Partial<LiveEvent>; ofSource: Pick<LiveEvent, "topic" | "type"> };
}

/** How a source wants a failed run to be tried again. */
export interface RetryRule {
  source: Source;
  retry: Retry;
  /** Returns what holds a run that would start at an instant (ms); null if nothing does. */
  heldAt?(at: number): Held | null;
}

export interface FollowContext {
  openNodes: OpenNodes;
  now: number;
}

/** What was enqueued for a source, to be published after the transaction commits. */
export interface FollowingRuns {
  source: SourceKey;
  result: EnqueueResult;
}

export interface RunType {
  /** Its runs are exempt from the concurrency limit; their serial groups limit how many are live at once. */
  exempt?: true;
  /** How many runs of this type may be live at once, if the type has its own limit. */
  maxLive?: number;
  /** Unset for run types whose runs belong to nothing that is planned or retried. */
  source?: SourceType;
  /** Prepares runs of this type, by run ID; runs whose source no longer exists are left out. */
  prepare(db: Database, runs: readonly RunRow[]): Promise<Map<number, PreparedRun>>;
  /** Lists the sources to run when the panel starts, or when it starts for the first time since the host booted. */
  listAtStart?(
    tx: Tx,
    cause: "startup" | "boot",
    now: number,
  ): Promise<{ source: Source; held: Held | null }[]>;
  /** Lists runs that have not started and must not, because what they belong to is stopped. */
  listStopped?(db: Database): Promise<Pick<RunRow, "id" | SourceColumn>[]>;
  /** Returns how the source of a run that did not succeed wants it to be tried again; null for not at all. */
  retryRule?(tx: Tx, run: RunRow): Promise<RetryRule | null>;
  /**
   * Enqueues what follows a run that has ended and is not tried again, in the transaction that records its end. Called once for a
   * run, by whoever ends it.
   */
  follow?(tx: Tx, run: RunRow, to: FollowContext): Promise<FollowingRuns[]>;
  /**
   * Reads what a run that has ended leaves for those after it, before its end is recorded. `secrets` are those it knew; null when an
   * earlier panel started it.
   */
  collect?(db: Database, run: RunRow, secrets: readonly string[] | null): Promise<RunOutputs>;
  /** Does the work of its own that belongs to the end of a run, in the transaction that records it. */
  ended?(tx: Tx, run: RunRow, ending: Ending): Promise<void>;
}

export class RunTypes {
  readonly exempt: readonly RunKind[];

  constructor(private readonly types: Readonly<Record<RunKind, RunType>>) {
    this.exempt = runKinds.filter((kind) => types[kind].exempt);
  }

  get all(): RunType[] {
    return Object.values(this.types);
  }

  /** Returns a run type; undefined when only another version of the panel, which may have written the row, knows it. */
  get(kind: RunKind): RunType | undefined {
    return Object.hasOwn(this.types, kind) ? this.types[kind] : undefined;
  }

  isExempt(kind: RunKind): boolean {
    return this.exempt.includes(kind);
  }

  /** Returns the type of the sources that a column of the ledger names. */
  sourceType(column: SourceColumn): SourceType | undefined {
    return this.all.find(({ source }) => source?.column === column)?.source;
  }

  /** Prepares runs of any type, by run ID; runs whose source no longer exists, or whose type is unknown, are left out. */
  async prepare(db: Database, runs: readonly RunRow[]): Promise<Map<number, PreparedRun>> {
    const found = new Map<number, PreparedRun>();
    for (const [kind, ofKind] of Map.groupBy(runs, (run) => run.kind)) {
      const prepared = await this.get(kind)?.prepare(db, ofKind) ?? [];
      for (const [id, one] of prepared) found.set(id, one);
    }
    return found;
  }

  /** Returns how many runs of each of these sources may be live at once, as the sources are now. */
  async limitsOf(db: Database, column: SourceColumn, ids: readonly number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map();
    return await this.sourceType(column)?.limitsOf?.(db, ids) ?? new Map();
  }
}
