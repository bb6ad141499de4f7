import { parse } from "../../contract/parsed.ts";
import { applicationInput } from "../../contract/applications.ts";
import assert from "node:assert/strict";
import { AppError } from "../../contract/app_error.ts";
import { Bus } from "../../engine/bus.ts";
import { systemClock } from "../../platform/clock.ts";
import { AuditLogWriter } from "../audit/audit_log.ts";
import { Applications } from "./service.ts";
import { ApplicationTokens } from "./tokens.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";

for (const action of ["resetSecret", "remove"] as const) {
  Deno.test(`application tokens: none is issued if the secret ends during the check, by ${action}`, async () => {
    await using db = await freshDatabase();
    const bus = new Bus((error) => {
      throw error;
    });
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const clock = systemClock;
    let meanwhile = () => Promise.resolve();
    const limits = {
      admit: () => Promise.resolve({ id: 1, rank: 0, release() {} }),
      succeed: () => meanwhile(),
    };
    const audit = new AuditLogWriter({ db, clock });
    const tokens = new ApplicationTokens({ db, bus, clock, limits, audit, logger });
    const applications = new Applications({ db, bus, clock, tokens });
    const { id, clientId, clientSecret } = await applications.create(parse(applicationInput, {
      name: "Robot",
      scopes: ["tasks:read"],
    }));
    meanwhile = async () => void await applications[action](id);
    await assert.rejects(
      tokens.exchange({ clientId, clientSecret }, "127.0.0.1"),
      (error) => error instanceof AppError && error.code === "wrong_credentials",
    );
    assert.deepEqual(await db.selectFrom("application_token").selectAll().execute(), []);
  });
}
