// Types of the tables of 0007_notifications; the conventions are those of `tables.ts`.
import type { Generated } from "kysely";
import type { DeliveryState } from "../contract/notifications.ts";

export interface ChannelTable {
  id: Generated<number>;
  name: string;
  type: string;
  fields_json: string;
  /** JSON: the names of the secret fields, and their values sealed together; null without any. */
  secrets: string | null;
  /**
   * JSON: the sealed URL, because it may contain a password, and its displayable form; null: the panel's own
   * proxy.
   */
  proxy: string | null;
  enabled: 0 | 1;
  is_default: 0 | 1;
  /** Whether an application was the last to set its address. */
  by_application: Generated<0 | 1>;
  /** Whose it is; null for the panel's. */
  account_id: Generated<number | null>;
  /** Of an account's channel: the events that it receives. Null for the panel's, whose rules decide. */
  events_json: Generated<string | null>;
  created_at: number;
  updated_at: number;
  version: number;
}

export interface NotificationRuleTable {
  id: Generated<number>;
  position: number;
  /** The rule as in the API, without its id. */
  rule_json: string;
}

export interface DeliveryTable {
  id: Generated<number>;
  /** Not a foreign key: a delivery outlives its channel. */
  channel_id: number | null;
  channel_name: string;
  rule_id: number | null;
  rule_name: string | null;
  /**
   * What created it: `rule:3`, `switches` of tasks, `send`. Held deliveries are grouped by channel and
   * source.
   */
  source: string;
  /** The kinds of its events, each once. */
  events_json: string;
  /** Number of events it reports. */
  count: Generated<number>;
  /** The events it will report, while it is held; null from then on. */
  items_json: string | null;
  title: string;
  content: string;
  link: string | null;
  /** The same for every attempt: services that support such a key accept the message only once. */
  key: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number | null;
  answer: string | null;
  by_application: Generated<0 | 1>;
  /** Whose channel it was sent to; null for the panel's. */
  account_id: Generated<number | null>;
  /** JSON: the tasks and heartbeats that a message to an account's channel is about, `task:12`; null for the panel's. */
  subjects_json: Generated<string | null>;
  created_at: number;
  finished_at: number | null;
}

/** The last reported or observed state of a resource, so that each state is reported once. */
export interface NotificationStateTable {
  /** `task:12 rule:3 run_failed`: the resource comes first, so that all its rows can be deleted at once. */
  subject: string;
  state: string;
  since: number;
}
