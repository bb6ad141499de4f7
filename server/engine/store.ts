import type { Kysely, Selectable, Transaction } from "kysely";
import type { SubscriptionTable } from "../migrations/subscription_tables.ts";
import type { RunTable, Tables, TaskTable } from "../migrations/tables.ts";

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
export type RunRow = Selectable<RunTable>;
export type TaskRow = Selectable<TaskTable>;
export type SubscriptionRow = Selectable<SubscriptionTable>;
