// Deleted channels that can still be restored. They are remembered in memory only, with their sealed secrets, so that
// what was deleted is soon gone for good.
import type { Clock } from "../../platform/clock.ts";
import type { ChannelRow } from "./channel_rows.ts";
import type { RuleUse } from "./rule_rows.ts";

const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 20;

interface DeletedChannel {
  row: ChannelRow;
  rules: readonly RuleUse[];
  deletedAt: number;
}

/** Remembers deleted channels for ten minutes. */
export class DeletedChannels {
  #deleted: DeletedChannel[] = [];

  constructor(private readonly clock: Pick<Clock, "now">) {}

  /** Remembers a channel; the oldest is forgotten when there are too many. */
  add(row: ChannelRow, rules: readonly RuleUse[]): void {
    const deletedAt = this.clock.now();
    this.#deleted = [...this.#recent(), { row, rules, deletedAt }].slice(-MAX_REMEMBERED);
  }

  find(id: number): DeletedChannel | undefined {
    this.#deleted = this.#recent();
    return this.#deleted.find(({ row }) => row.id === id);
  }

  forget(id: number): void {
    this.#deleted = this.#deleted.filter(({ row }) => row.id !== id);
  }

  #recent(): DeletedChannel[] {
    const since = this.clock.now() - REMEMBERED_MS;
    return this.#deleted.filter(({ deletedAt }) => deletedAt > since);
  }
}
