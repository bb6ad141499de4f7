import assert from "node:assert/strict";
import { TestClock } from "../../../tests/support/test_clock.ts";
import { AuditTrail, entryHash, FIRST_HASH } from "./trail.ts";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";

Deno.test("audit trail: each entry's hash covers the hash before it", async () => {
  const db = await freshDatabase();
  const trail = new AuditTrail({ db, clock: new TestClock() });
  await Promise.all([..."abc"].map((act) => trail.add({ actor: { kind: "panel", ip: null }, act })));
  const rows = await db.selectFrom("audit_entry").selectAll().orderBy("id").execute();
  let before = FIRST_HASH;
  for (const row of rows) {
    assert.equal(row.hash, entryHash(before, row));
    before = row.hash;
  }
  assert.equal(new Set(rows.map(({ hash }) => hash)).size, 3);
  await db.destroy();
});
