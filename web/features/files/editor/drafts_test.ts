import assert from "node:assert/strict";
import { DraftStore, MAX_DRAFT } from "./drafts.ts";

const file = { area: "scripts" as const, path: "a/b.js" };
const draft = { text: "中\r\n", etag: "e", at: 5 };

/** Creates a storage with a limited number of characters. */
function storage(quota = Infinity): Storage {
  const stored = new Map<string, string>();
  const part: Partial<Storage> = {
    getItem: (name) => stored.get(name) ?? null,
    setItem(name, value) {
      if (value.length > quota) throw new DOMException("full", "QuotaExceededError");
      stored.set(name, value);
    },
    removeItem: (name) => void stored.delete(name),
  };
  return part as Storage; // only the parts in use
}

Deno.test("drafts: a stored draft is found only for its file, until it is deleted", () => {
  const drafts = new DraftStore(storage(), () => true);
  assert.equal(drafts.keep(file, draft), true);
  assert.deepEqual(drafts.find(file), draft);
  assert.equal(drafts.find({ area: "config", path: "a/b.js" }), null);
  drafts.drop(file);
  assert.equal(drafts.find(file), null);
});

Deno.test("drafts: a draft that is too long or exceeds the quota is not stored", () => {
  const long = { ...draft, text: "x".repeat(MAX_DRAFT + 1) };
  assert.equal(new DraftStore(storage(), () => true).keep(file, long), false);
  assert.equal(new DraftStore(storage(10), () => true).keep(file, draft), false);
  assert.equal(new DraftStore(null, () => true).keep(file, draft), false);
  assert.equal(new DraftStore(null, () => true).find(file), null);
});

Deno.test("drafts: ignores values written by something else", () => {
  const store = storage();
  for (const text of ["not json", "[]", `{"text":1}`, "null"]) {
    store.setItem("draft:scripts/a/b.js", text);
    assert.equal(new DraftStore(store, () => true).find(file), null);
  }
});

Deno.test("drafts: stores none without a session", () => {
  let isLoggedIn = true;
  const drafts = new DraftStore(storage(), () => isLoggedIn);
  assert.equal(drafts.keep(file, draft), true);
  isLoggedIn = false;
  assert.equal(drafts.keep(file, { ...draft, text: "later" }), false);
});
