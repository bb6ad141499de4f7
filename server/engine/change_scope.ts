// On whose behalf something is changed, and what has been changed. It follows the asynchronous calls of a request or a
// pull: passed as a parameter, it would be one of every method of every service, and a forgotten one an unknown author.
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { AuditedChange } from "../contract/changes.ts";
import type { ChangeAuthor } from "../contract/task_changes.ts";

export interface Author {
  kind: ChangeAuthor;
  id: number | null;
  name: string | null;
}

/** A row of the history of a task. It may have been rolled back. */
export interface HistoryKey {
  id: number;
  task_id: number;
  at: number;
}

/** Maximum number of changes and of rows that are collected: an entry of the audit log has a limit of its own. */
const MAX_COLLECTED = 200;

const panel: Author = { kind: "panel", id: null, name: null };
const scopes = new AsyncLocalStorage<ChangeScope>();

export class ChangeScope {
  readonly changes: AuditedChange[] = [];
  readonly history: HistoryKey[] = [];
  /** Whether more was changed than is collected. */
  hasMore = false;

  #running = 0;

  constructor(readonly author: Author) {}

  /** Whether an action is running on behalf of the author. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  /**
   * Runs an action on behalf of the author. What it leaves to be done later, such as by a timer, the panel does on its own behalf.
   */
  async run<T>(action: () => T | Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await scopes.run(this, action);
    } finally {
      this.#running--;
    }
  }
}

/**
 * Runs an action, such as a transaction. What it changes is collected once it has succeeded, so that nothing is collected of what
 * was rolled back.
 */
export async function collectOnSuccess<T>(action: () => Promise<T>): Promise<T> {
  const outer = currentScope();
  if (!outer) return await action();
  const own = new ChangeScope(outer.author);
  const result = await own.run(action);
  collect(outer, outer.changes, own.changes);
  collect(outer, outer.history, own.history);
  if (own.hasMore) outer.hasMore = true;
  return result;
}

function currentScope(): ChangeScope | undefined {
  const scope = scopes.getStore();
  return scope?.isRunning ? scope : undefined;
}

/** Returns who changes something now; the panel itself by default. */
export function currentAuthor(): Author {
  return currentScope()?.author ?? panel;
}

/** Returns an action so that it runs on behalf of who is the author now, whoever calls it. */
export function onBehalfOfNow<Args extends unknown[], T>(
  action: (...args: Args) => T,
): (...args: Args) => T {
  return AsyncResource.bind(action);
}

/** Collects changes for the audit log, after they were committed. */
export function noteChanges(changes: readonly AuditedChange[]): void {
  const scope = currentScope();
  if (scope) collect(scope, scope.changes, changes);
}

/** Collects rows of the history of tasks, which may still be rolled back. */
export function noteHistory(keys: readonly HistoryKey[]): void {
  const scope = currentScope();
  if (scope) collect(scope, scope.history, keys);
}

function collect<T>(scope: ChangeScope, collected: T[], items: readonly T[]): void {
  const room = MAX_COLLECTED - collected.length;
  if (items.length > room) scope.hasMore = true;
  collected.push(...items.slice(0, room));
}
