// Types of the tables of subscriptions; the conventions are those of `tables.ts`.
import type { Generated, Selectable } from "kysely";
import type { OnChangeRule, PullMethod, ReviewRule, SubscriptionType } from "../contract/subscriptions.ts";

export interface SubscriptionTable {
  id: Generated<number>;
  name: string;
  type: SubscriptionType;
  url: string;
  branch: string;
  pull_method: PullMethod | null;
  username: string;
  password_sealed: string | null;
  private_key_sealed: string | null;
  /** Sealed as a whole, because it may contain a password. */
  proxy_sealed: string | null;
  /** JSON: `SubscriptionSchedule`. */
  schedule_json: string;
  time_zone: string | null;
  whitelist: string;
  blacklist: string;
  dependency_words: string;
  extensions: string;
  before_command: string | null;
  after_command: string | null;
  auto_add: 0 | 1;
  auto_delete: 0 | 1;
  on_change: OnChangeRule;
  review: ReviewRule;
  pinned_commit: string | null;
  /** The commit that a user rejected: it is not proposed again. */
  rejected_commit: string | null;
  /** Name of its folder below the scripts folder. */
  alias: string;
  enabled: 0 | 1;
  /** Whether an application was the last to set the address it is pulled from. */
  by_application: Generated<0 | 1>;
  cursor_at: number;
  next_due_at: number | null;
  planned_at: Generated<number>;
  missed_usual: Generated<"skip" | "last">;
  /** Whether its tasks run with a Python environment of their own. */
  own_python: Generated<0 | 1>;
  /** Whether files without a header become no tasks. */
  require_header: Generated<0 | 1>;
  /** Folder of the repository whose files describe objects of the panel; null for none. */
  apply_folder: Generated<string | null>;
  created_at: number;
  updated_at: number;
  version: number;
}

export type SubscriptionRow = Selectable<SubscriptionTable>;

/** The files in the folder of a subscription; written in the transaction that puts them there. */
export interface SubscriptionTreeTable {
  subscription_id: number;
  /** The pull that put them there. */
  run_id: number;
  alias: string;
  commit: string;
  /** JSON: each file with its SHA-256 and the details in its header. */
  files_json: string;
  counts_json: string;
  /** JSON: the packages that the repository asks for. */
  packages_json: Generated<string>;
  at: number;
}

/** Pulled changes that wait for approval. */
export interface SubscriptionWaitTable {
  subscription_id: number;
  run_id: number;
  commit: string;
  at: number;
  changes_json: string;
}

export interface SubscriptionPreviewTable {
  run_id: number;
  /** Null for a subscription that is not saved. */
  subscription_id: number | null;
  at: number;
  changes_json: string;
}
