// deno-lint-ignore-file no-console -- output of a command
// Measures the steps of a million tasks on a thousand nodes and simulates how they share the database:
// `deno run -A tests/bench/thousand_nodes.ts [tasks]`.
import { join } from "node:path";
import pg from "pg";
import type { Tables } from "../../server/migrations/tables.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { findPostgres, PostgresServer } from "../support/postgres_server.ts";
import { measureNodes, measureSteps } from "./measure_million.ts";
import { simulate } from "../support/simulate_lock.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const tasks = Number(Deno.args[0] ?? 1_000_000);
const programs = findPostgres();
if (programs === null) throw new Error("there is no PostgreSQL on this machine: install Debian's postgresql");
const show = (what: string, values: object) => console.log(`${what}: ${JSON.stringify(values, round)}`);
const round = (_: string, value: unknown) => typeof value === "number" ? Number(value.toPrecision(3)) : value;

await using folder = await temporaryFolder();
const sqlite = openDatabase<Tables>(join(folder.path, "sundial.sqlite"));
show(`SQLite, ${tasks} tasks`, await measureSteps(sqlite, tasks));
await sqlite.destroy();

const server = await PostgresServer.start(programs, { fsync: "on", synchronous_commit: "on" });
const admin = new pg.Client({ connectionString: `${server.url}/postgres` });
await admin.connect();
await admin.query("create database bench template template0");
await admin.end();
const url = `${server.url}/bench`;
const db = await openPostgres<Tables>(url);
const steps = await measureSteps(db, tasks);
show(`PostgreSQL, ${tasks} tasks`, steps);
show("1,000 nodes, 50 listeners", await measureNodes(db, { url, nodes: 1_000, listeners: 50 }));
await db.destroy();
await server.close();

for (const runsPerSecond of [10, 25, 50, 100, 200, 400, 800]) {
  show(`simulated, ${runsPerSecond} due each second`, simulate({ ...steps, runsPerSecond, seconds: 600 }));
}
