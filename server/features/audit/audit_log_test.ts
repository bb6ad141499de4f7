import assert from "node:assert/strict";
import { verifyAuditLog } from "./verify_audit_log.ts";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { AuditLogWriter, entryHash, FIRST_HASH } from "./audit_log.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { acceptWrites, rejectWrites } from "../../../tests/support/reject_writes.ts";

Deno.test("audit log: the hash of each entry covers the previous hash", async () => {
  await using db = await freshDatabase();
  const auditLog = new AuditLogWriter({ db, clock: new TestClock() });
  await Promise.all(
    [..."abc"].map((action) => auditLog.add({ actor: { kind: "panel", ip: null }, act: action })),
  );
  const rows = await db.selectFrom("audit_entry").selectAll().orderBy("id").execute();
  let before = FIRST_HASH;
  for (const row of rows) {
    assert.equal(row.hash, entryHash(before, row));
    before = row.hash;
  }
  assert.equal(new Set(rows.map(({ hash }) => hash)).size, 3);
});

const fullTables = [{ table: "audit_entry", actions: ["insert"] as const }];
const panel = { kind: "panel", ip: null } as const;

Deno.test("audit log: entries rejected by a full disk are written later, in order and with their original time", async () => {
  await using db = await freshDatabase();
  const clock = new TestClock();
  const auditLog = new AuditLogWriter({ db, clock });
  await auditLog.add({ actor: panel, act: "a.before" });
  await rejectWrites(db, fullTables);
  const at = clock.now();
  await auditLog.add({ actor: panel, act: "a.first" });
  clock.advance(60_000);
  await auditLog.add({ actor: panel, act: "a.second" });
  await acceptWrites(db, fullTables);
  await auditLog.add({ actor: panel, act: "a.after" });
  const rows = await db.selectFrom("audit_entry").select(["act", "at"]).orderBy("id").execute();
  assert.deepEqual(rows.map(({ act }) => act), ["a.before", "a.first", "a.second", "a.after"]);
  assert.equal(rows[1]?.at, at);
  assert.deepEqual((await verifyAuditLog(db, () => Promise.resolve())).intact, true);
  await auditLog.close();
  assert.equal(clock.timers, 0);
});

Deno.test("audit log: writes waiting entries once, however many writes begin at the same moment", async () => {
  await using db = await freshDatabase();
  const auditLog = new AuditLogWriter({ db, clock: new TestClock() });
  await rejectWrites(db, fullTables);
  for (let number = 0; number < 5; number++) await auditLog.add({ actor: panel, act: `a.n${number}` });
  await acceptWrites(db, fullTables);
  const adding = Array.from(
    { length: 5 },
    (_, number) => auditLog.add({ actor: panel, act: `a.n${5 + number}` }),
  );
  await Promise.all([...adding, auditLog.close()]);
  const rows = await db.selectFrom("audit_entry").select("act").orderBy("id").execute();
  assert.deepEqual(rows.map(({ act }) => act), Array.from({ length: 10 }, (_, number) => `a.n${number}`));
});

Deno.test("audit log: retries waiting entries on its own, and counts those beyond a thousand", async () => {
  await using db = await freshDatabase();
  const clock = new TestClock();
  const auditLog = new AuditLogWriter({ db, clock });
  await rejectWrites(db, fullTables);
  for (let number = 0; number < 1_010; number++) await auditLog.add({ actor: panel, act: `a.n${number}` });
  await acceptWrites(db, fullTables);
  clock.advance(5_000);
  await auditLog.close();
  const rows = await db.selectFrom("audit_entry").select(["act", "detail_json"]).orderBy("id").execute();
  assert.equal(rows.length, 1_001);
  assert.deepEqual([rows[999]?.act, rows[1_000]?.act, rows[1_000]?.detail_json], [
    "a.n999",
    "audit-log.lost",
    '{"count":10}',
  ]);
  assert.deepEqual((await verifyAuditLog(db, () => Promise.resolve())).intact, true);
});
