import type { Base } from "./base.ts";
import type { Distribution } from "./distribution.ts";
import type { LogSink } from "./logs/log_sink.ts";
import type { PlanSource } from "./plan_source.ts";
import type { RunTypes } from "./run_type.ts";
import type { ScriptVersions } from "./runner.ts";

/** What the engine gets from the panel around it. */
export interface EngineOptions extends Pick<Base, "db" | "clock" | "logger" | "bus" | "zone" | "language"> {
  /** What can run, registered by features. */
  runTypes: RunTypes;
  /** What can be due, registered by features. */
  planSources: readonly PlanSource[];
  /** Identifies this installation among all on the machine. */
  installation: string;
  bootId: string;
  /** Whether due runs are started or only recorded. */
  startsRuns: boolean;
  /** Returns whether there is space to record more runs; while false, none is planned or started. */
  hasRoom(): boolean;
  /** Called right before a run is started. */
  beforeRun(): void;
  /** Who decides, and where runs run; this machine alone by default. */
  distribution?: Distribution;
  /** Directory of all logs. */
  logs: string;
  exitFiles: string;
  /** Maximum number of runs that are live at once. */
  concurrency: number;
  /** Maximum size of one log in bytes; of a larger log, the first and the last part are kept. */
  logMaxBytes(): number;
  /** Names the rules of time zones that due times follow. */
  zoneRules(): string;
  /** Command line of the program that masks secrets, and its environment. */
  maskerHost: readonly string[];
  environment: Record<string, string>;
  /** Secrets of the panel itself, masked in the log of every run. */
  secrets: readonly string[];
  scriptVersions: ScriptVersions;
  /** Where logs go besides their files. */
  logSink: LogSink;
  /** Time between TERM and KILL, in ms. */
  graceMs?: number;
}
