// The shape of the tables of 0007_notifications, in the manner of `tables.ts`.
import type { Generated } from "kysely";
import type { DeliveryState } from "../contract/notifications.ts";

export interface ChannelTable {
  id: Generated<number>;
  name: string;
  type: string;
  fields_json: string;
  /** JSON: the names of the secret fields, and their values sealed as one; null without any. */
  secrets: string | null;
  /** JSON: sealed, for it may hold a password, and as it may be shown; null: the panel's own. */
  proxy: string | null;
  enabled: 0 | 1;
  is_default: 0 | 1;
  /** Whether an application was the last to say where it leads. */
  by_application: Generated<0 | 1>;
  created_at: number;
  updated_at: number;
  version: number;
}

export interface NotificationRuleTable {
  id: Generated<number>;
  position: number;
  /** The rule as the API has it, without its id. */
  rule_json: string;
}

export interface DeliveryTable {
  id: Generated<number>;
  /** Not a foreign key: what was told outlives the channel. */
  channel_id: number | null;
  channel_name: string;
  rule_id: number | null;
  rule_name: string | null;
  /** What made it: `rule:3`, `switches` of tasks, `send`. What is held waits by channel and source. */
  source: string;
  /** Kinds of what it tells of, each once. */
  events_json: string;
  /** How many things that happened it tells of. */
  count: Generated<number>;
  /** What it will tell, while it is held; null from then on. */
  items_json: string | null;
  title: string;
  content: string;
  link: string | null;
  /** The same for every try: services that know such a key take the message once. */
  key: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number | null;
  answer: string | null;
  /** Whether an application asked for it. */
  by_application: Generated<0 | 1>;
  created_at: number;
  finished_at: number | null;
}

/** What was last told or seen of a subject, so that it is told once per state. */
export interface NotificationStateTable {
  /** `task:12 rule:3 run_failed`: what it is about comes first, so that all of it can be forgotten at once. */
  subject: string;
  state: string;
  since: number;
}
