import assert from "node:assert/strict";
import { DRAFT_PREFIX, DraftSession } from "./draft_session.ts";

function storage(): Storage {
  const stored = new Map<string, string>();
  const part: Partial<Storage> = {
    get length() {
      return stored.size;
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
  };
  return part as Storage; // the parts that are used
}

const name = `${DRAFT_PREFIX}scripts/a.js`;

function tabOf(browser: Storage) {
  const tab = storage();
  const session = new DraftSession(tab, browser);
  return { tab, session, draft: () => tab.getItem(name), type: () => tab.setItem(name, "typed") };
}

Deno.test("draft session: a reload keeps drafts, and logging out removes them in every tab", () => {
  const browser = storage();
  const [one, two] = [tabOf(browser), tabOf(browser)];
  for (const { session, type } of [one, two]) {
    session.begin();
    assert.equal(session.mayStore(), true);
    type();
    session.follow();
    session.begin();
  }
  assert.deepEqual([one.draft(), two.draft()], ["typed", "typed"]);
  one.tab.setItem("open-tabs", "stays");
  one.session.end();
  two.session.follow();
  assert.deepEqual([one.draft(), two.draft(), one.tab.getItem("open-tabs")], [null, null, "stays"]);
  assert.deepEqual([one.session.mayStore(), two.session.mayStore()], [false, false]);
});

Deno.test("draft session: a tab that was asleep or closed has no drafts left for the next login", () => {
  const browser = storage();
  const [one, asleep] = [tabOf(browser), tabOf(browser)];
  for (const { session } of [one, asleep]) session.begin();
  asleep.type();
  one.session.end();
  one.session.begin();
  assert.equal(asleep.session.mayStore(), false);
  // The tab may first notice the other login, its own, or the end of its session.
  asleep.session.end();
  assert.equal(asleep.draft(), null);
  assert.equal(one.session.mayStore(), true, "the login of the other tab continues");
  asleep.session.begin();
  assert.equal(asleep.session.mayStore(), true);
});

Deno.test("draft session: handles drafts from before any login, and disabled storage", () => {
  const { session, draft, type } = tabOf(storage());
  type();
  session.begin();
  assert.equal(draft(), null);
  const off = new DraftSession(null, null);
  off.begin();
  off.end();
  assert.equal(off.mayStore(), false);
});
