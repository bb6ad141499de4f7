// Stores subscriptions. A new folder name moves the folder and its tasks atomically.
import type { Requester } from "../../contract/scopes.ts";
import { isAlias } from "../../contract/subscription_address.ts";
import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { SubscriptionInput, SubscriptionPatch } from "../../contract/subscriptions.ts";
import { parse, type Parsed } from "../../contract/parsed.ts";
import { taskPatch } from "../../contract/tasks.ts";
import type { Base } from "../../engine/base.ts";
import { noteChanges } from "../../engine/change_scope.ts";
import { forgetFuture } from "../../engine/replan.ts";
import { plannedSubscription, planSubscription } from "./plan_source.ts";
import type { Tx } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { changedFields } from "../../platform/changed_fields.ts";
import { KeyError, keyIssue, openPrivateKey } from "../../platform/git/ssh_key.ts";
import { type Sealer, withSealErrors } from "../../platform/seal.ts";
import type { Files } from "../files/service.ts";
import type { TaskChanges, TasksChanged } from "../tasks/task_changes.ts";
import { commandOf } from "./compare.ts";
import type { Repositories } from "./workspace/repositories.ts";
import type { Swap, SwapJournal } from "./workspace/swap_journal.ts";
import * as store from "./store.ts";
import { subscriptionChanges } from "./subscription_changes.ts";
import { columnsOf, draftOf } from "./subscription_rows.ts";
import { type Draft, type RulesAround, subscriptionIssues } from "./subscription_rules.ts";

export interface WriterOptions extends Pick<Base, "db" | "clock" | "zone"> {
  tasks: TaskChanges;
  scripts: Files;
  journal: SwapJournal;
  repositories: Repositories;
  sealer: Sealer;
  gitProtocols: readonly string[];
  /** Private directory for the key file while a key is unlocked. */
  keys: string;
  /** Whether the panel has a key for subscriptions without one. */
  hasPanelKey(): boolean;
}

/** A form whose private key is unlocked. */
interface Asked {
  patch: SubscriptionPatch;
  keyIssues: FieldIssue[];
}

export interface ChangeOptions {
  /** The version that the change is based on; null for any. */
  expectedVersion: number | null;
  requester: Requester;
  /** Whether an administrator asks: nobody else may decide what is applied to the panel. */
  isAdministrator?: boolean;
}

/** A renamed folder and its changed tasks. */
interface FolderMove {
  from: string;
  to: string;
  changed: TasksChanged;
  /** Null if the folder does not exist yet. */
  swap: Swap | null;
}

export class SubscriptionWriter {
  constructor(private readonly options: WriterOptions) {}

  /** Builds a draft from a form. Throws `validation_failed` or `secret_key_wrong`. */
  async draft(
    patch: SubscriptionPatch,
    before: SubscriptionRow | null,
    requester: Requester,
  ): Promise<Draft> {
    return await this.#draft(await this.#openKey(patch), before, requester);
  }

  async #draft(
    { patch, keyIssues }: Asked,
    before: SubscriptionRow | null,
    requester: Requester,
  ): Promise<Draft> {
    const { sealer, gitProtocols: protocols, hasPanelKey } = this.options;
    const draft = withSealErrors(() => draftOf(patch, { before, sealer, requester }));
    const around = { protocols, keyIssues, hasPanelKey: hasPanelKey() };
    const issues = await subscriptionIssues(draft, around);
    refuseIf(before === null ? issues : await this.#withoutKnown(issues, { patch, before, around }));
    return draft;
  }

  // A field stays as it is, although its value would be refused today: the operator has changed what is allowed.
  async #withoutKnown(
    issues: readonly FieldIssue[],
    { patch, before, around }: { patch: SubscriptionPatch; before: SubscriptionRow; around: RulesAround },
  ): Promise<FieldIssue[]> {
    if (issues.length === 0) return [];
    const changed = changedFields(patch, before, columnsOf);
    const unchanged = { row: before, proxy: undefined, needsPassword: false };
    const known = await subscriptionIssues(unchanged, { ...around, keyIssues: [] });
    return issues.filter(({ path, code }) =>
      path.split(".", 1)[0]! in changed || !known.some((one) => one.path === path && one.code === code)
    );
  }

  // Unlocks an encrypted key once and for all, because a pull has nobody to ask for the passphrase.
  async #openKey({ passphrase, ...patch }: SubscriptionPatch): Promise<Asked> {
    const { privateKey } = patch;
    if (!privateKey) {
      return { patch, keyIssues: passphrase ? [{ path: "privateKey", code: "required" }] : [] };
    }
    try {
      const locked = { text: privateKey, passphrase: passphrase ?? null, folder: this.options.keys };
      return { patch: { ...patch, privateKey: (await openPrivateKey(locked)).text }, keyIssues: [] };
    } catch (error) {
      if (!(error instanceof KeyError)) throw error;
      return { patch: { ...patch, privateKey: undefined }, keyIssues: [keyIssue(error)] };
    }
  }

  /** Checks what `add` would check, and changes nothing. Throws like `add`. */
  async check(input: Parsed<SubscriptionInput>, requester: Requester): Promise<void> {
    const draft = await this.draft(input, null, requester);
    await this.options.db.transaction().execute((tx) => refuseTaken(tx, draft, null));
  }

  /** Inserts a subscription and plans it from now on. Returns its id and next due time. Throws like `draft`. */
  async add(
    input: Parsed<SubscriptionInput>,
    requester: Requester,
    isAdministrator = false,
  ): Promise<{ id: number; next: number | null }> {
    const { db, clock, zone } = this.options;
    const draft = await this.draft(input, null, requester);
    checkApplied(null, draft, isAdministrator);
    const now = clock.now();
    return await db.transaction().execute(async (tx) => {
      await refuseTaken(tx, draft, null);
      const times = { created_at: now, updated_at: now, cursor_at: now, version: 1 };
      const row = await store.insertSubscription(tx, { ...draft.row, ...times });
      return { id: row.id, next: await planSubscription(tx, row, { now, zone: zone() }) };
    });
  }

  /** Updates a subscription. Returns its next due time. Throws `not_found`, `stale_version`, and like `draft`. */
  async change(
    id: number,
    patch: Parsed<SubscriptionPatch>,
    { expectedVersion, requester, isAdministrator = false }: ChangeOptions,
  ): Promise<number | null> {
    const { db, journal, scripts } = this.options;
    const asked = await this.#openKey(patch);
    return await scripts.area.turns.take(async () => {
      const moves: FolderMove[] = [];
      try {
        const next = await db.transaction().execute(async (tx) => {
          const before = await find(tx, id);
          if (expectedVersion !== null && expectedVersion !== before.version) {
            throw new AppError("stale_version");
          }
          const draft = await this.#draft(asked, before, requester);
          checkApplied(before, draft, isAdministrator);
          await refuseTaken(tx, draft, id);
          const next = await this.#write(tx, before, draft);
          if (draft.row.alias === before.alias) return next;
          const move = await this.#rename(tx, before, draft.row.alias);
          moves.push(move);
          if (move.swap) journal.note(move.swap);
          if (move.swap) journal.swap(move.swap);
          return next;
        });
        for (const move of moves) this.#settleMove(move);
        return next;
      } catch (error) {
        for (const { swap } of moves) if (swap) this.#undoMove(swap);
        throw error;
      }
    });
  }

  async #write(tx: Tx, before: SubscriptionRow, { row }: Draft): Promise<number | null> {
    const { clock, zone } = this.options;
    const now = clock.now();
    const { version: _, ...columns } = row;
    await store.updateSubscription(tx, before.id, { ...columns, updated_at: now });
    // Whatever still rolls it back fails the request, which is then not in the audit log.
    noteChanges(subscriptionChanges(before, row));
    if (!changesTiming(before, row)) return before.next_due_at;
    await forgetFuture(tx, plannedSubscription(before), { now, zone: zone() });
    return await planSubscription(tx, await find(tx, before.id), { now, zone: zone() });
  }

  // Renames the folder together with its tasks and stored state.
  async #rename(
    tx: Tx,
    { id: subscriptionId, alias: old }: SubscriptionRow,
    alias: string,
  ): Promise<FolderMove> {
    const { scripts, tasks } = this.options;
    if (scripts.has(alias)) refuseIf([{ path: "alias", code: "name_taken" }]);
    const { folder } = scripts.area;
    const before = { id: subscriptionId, alias: old, scripts: folder };
    const ownTasks = (await store.readScriptTasks(tx, before)).filter(({ isOwn }) => isOwn);
    const change = [...ownTasks, ...await store.readTrashedTasks(tx, before)].flatMap(({ id, path }) => {
      const command = commandOf(alias, path);
      return command === null ? [] : [{ id, patch: parse(taskPatch, { command }) }];
    });
    const changed = await tasks.write(tx, { add: [], change, remove: [] });
    const tree = await store.readTree(tx, subscriptionId);
    if (tree === null || !isAlias(old) || !scripts.has(old)) {
      return { from: old, to: alias, changed, swap: null };
    }
    await store.writeTree(tx, subscriptionId, { ...tree, alias });
    const aside = `.sundial-aside-${subscriptionId}-moved`;
    return {
      from: old,
      to: alias,
      changed,
      swap: { subscriptionId, runId: tree.runId, alias, staging: old, aside, leftBehind: [], isMove: true },
    };
  }

  #settleMove({ from, to, changed, swap }: FolderMove): void {
    if (isAlias(from)) this.options.repositories.move(from, to);
    if (swap) this.options.journal.forget(swap);
    this.options.tasks.notify(changed);
    this.options.scripts.area.announce();
  }

  #undoMove(swap: Swap): void {
    this.options.journal.undo(swap);
    this.options.journal.forget(swap);
  }
}

function checkApplied(before: SubscriptionRow | null, { row }: Draft, isAdministrator: boolean): void {
  const applies = (before?.apply_folder ?? null) !== null || (row.apply_folder ?? null) !== null;
  if (applies && !isAdministrator) throw new AppError("permission_missing");
}

function changesTiming(before: SubscriptionRow, after: Draft["row"]): boolean {
  const timing = ["schedule_json", "time_zone", "enabled"] as const;
  return timing.some((column) => after[column] !== before[column]);
}

async function refuseTaken(tx: Tx, { row }: Draft, id: number | null): Promise<void> {
  for (const column of ["name", "alias"] as const) {
    if (await store.isTaken(tx, column, row[column], id)) refuseIf([{ path: column, code: "name_taken" }]);
  }
}

async function find(tx: Tx, id: number): Promise<SubscriptionRow> {
  const row = await store.findSubscription(tx, id);
  if (!row) throw new AppError("not_found");
  return row;
}
