import assert from "node:assert/strict";
import { AppError } from "../../contract/app_error.ts";
import { Bus } from "../../engine/bus.ts";
import type { Database } from "../../engine/store.ts";
import { migrations } from "../../migrations/list.ts";
import type { Tables } from "../../migrations/tables.ts";
import { systemClock } from "../../platform/clock.ts";
import { migrateDatabase, openDatabase } from "../../platform/database.ts";
import { AuditTrail } from "../audit/trail.ts";
import { Applications } from "./service.ts";
import { ApplicationTokens } from "./tokens.ts";

for (const deed of ["resetSecret", "remove"] as const) {
  Deno.test(`application tokens: none is given for a secret that ends while it is checked, by ${deed}`, async () => {
    const db: Database = openDatabase<Tables>(":memory:");
    await migrateDatabase(db, migrations);
    const bus = new Bus((fault) => {
      throw fault;
    });
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const clock = systemClock;
    let meanwhile = () => Promise.resolve();
    const limits = { admit: () => Promise.resolve({ id: 1, rank: 0 }), succeed: () => meanwhile() };
    const audit = new AuditTrail({ db, clock });
    const tokens = new ApplicationTokens({ db, bus, clock, limits, audit, logger });
    const applications = new Applications({ db, bus, clock, tokens });
    const { id, clientId, clientSecret } = await applications.create({
      name: "Robot",
      scopes: ["tasks:read"],
    });
    meanwhile = async () => void await applications[deed](id);
    await assert.rejects(
      tokens.exchange({ clientId, clientSecret }, "127.0.0.1"),
      (fault) => fault instanceof AppError && fault.code === "wrong_credentials",
    );
    assert.deepEqual(await db.selectFrom("application_token").selectAll().execute(), []);
    await db.destroy();
  });
}
