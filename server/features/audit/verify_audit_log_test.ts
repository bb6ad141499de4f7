import assert from "node:assert/strict";
import { sql } from "kysely";
import { TestClock } from "../../../tests/support/test_clock.ts";
import type { Database } from "../../engine/store.ts";
import { trimAuditLog } from "./trim_audit_log.ts";
import { AuditLogWriter } from "./audit_log.ts";
import { verifyAuditLog } from "./verify_audit_log.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";

async function withAuditLog(
  count: number,
  action: (db: Database, auditLog: AuditLogWriter) => Promise<void>,
) {
  await using db = await freshDatabase();
  const auditLog = new AuditLogWriter({ db, clock: new TestClock() });
  await db.transaction().execute(async (tx) => {
    for (let n = 1; n <= count; n++) {
      await auditLog.add({ actor: { kind: "panel", ip: null }, act: "tasks.run", object: `#${n}` }, tx);
    }
  });
  await action(db, auditLog);
}

const pause = () => Promise.resolve();
const verify = (db: Database) => verifyAuditLog(db, pause);

Deno.test("verify audit log: appending only is intact, also when empty and in several batches", async () => {
  await withAuditLog(0, async (db) => assert.equal((await verify(db)).intact, true));
  await withAuditLog(1203, async (db) => {
    assert.deepEqual(await verify(db), { intact: true, checked: 1203, broken: null, cut: null });
  });
});

const tampered: [what: string, statement: string, id: number, error: string][] = [
  ["a changed object", "update audit_entry set object = '#9' where id = 7", 7, "changed"],
  ["a changed time", "update audit_entry set at = at + 1 where id = 7", 7, "changed"],
  ["a changed actor", "update audit_entry set actor_name = 'other' where id = 7", 7, "changed"],
  ["a changed address", "update audit_entry set ip = '::1' where id = 7", 7, "changed"],
  ["a changed action", "update audit_entry set act = 'tasks.stop' where id = 7", 7, "changed"],
  ["a changed detail", `update audit_entry set detail_json = '{"a":1}' where id = 7`, 7, "changed"],
  ["a changed hash", "update audit_entry set hash = 'f' where id = 7", 7, "changed"],
  ["a removed entry", "delete from audit_entry where id = 7", 8, "missing"],
  ["the oldest entries removed", "delete from audit_entry where id <= 7", 8, "missing"],
  ["the newest entry removed", "delete from audit_entry where id > 18", 18, "end_missing"],
  ["all entries removed", "delete from audit_entry", 1, "end_missing"],
  ["a removed head", "delete from audit_head", 20, "end_missing"],
  [
    "an inserted entry",
    "insert into audit_entry (at, actor_kind, act, detail_json, hash) select at, actor_kind, act, '{}', hash from audit_entry where id = 20",
    21,
    "changed",
  ],
];
for (const [what, statement, id, error] of tampered) {
  Deno.test(`verify audit log: ${what} is detected`, async () => {
    await withAuditLog(20, async (db, auditLog) => {
      await sql.raw(statement).execute(db);
      const { intact, broken } = await verify(db);
      assert.deepEqual([intact, broken?.id, broken?.fault], [false, id, error]);
      await auditLog.add({ actor: { kind: "panel", ip: null }, act: "tasks.run" });
      assert.equal((await verify(db)).intact, false, "a further entry hides it");
    });
  });
}

Deno.test("verify audit log: a cut at the limit is recorded, and the chain continues from it", () =>
  withAuditLog(50, async (db, auditLog) => {
    await trimAuditLog({ db, auditLog, max: 40, slack: 10 });
    assert.equal((await verify(db)).cut, null, "nothing is cut within the tolerance");
    await trimAuditLog({ db, auditLog, max: 30, slack: 10 });
    const { intact, checked, cut } = await verify(db);
    assert.deepEqual([intact, checked, cut?.through, cut?.removed], [true, 31, 20, 20]);
    await trimAuditLog({ db, auditLog, max: 10, slack: 0 });
    assert.equal((await verify(db)).cut?.through, 41);
    await sql`delete from audit_entry where id = 42`.execute(db);
    assert.deepEqual((await verify(db)).broken?.fault, "missing");
  }));
