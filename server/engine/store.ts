import type { Kysely, Selectable, Transaction } from "kysely";
import type { RunTable, Tables, TaskTable } from "../migrations/tables.ts";

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
export type RunRow = Selectable<RunTable>;
export type TaskRow = Selectable<TaskTable>;
