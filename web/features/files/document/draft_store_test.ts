import assert from "node:assert/strict";
import { DraftStore, MAX_DRAFT } from "./draft_store.ts";

const location = { area: "scripts" as const, path: "a/b.js" };
const draft = { text: "中\r\n", etag: "e", at: 5 };

/** A storage with room for some characters. */
function storage(room = Infinity): Storage {
  const stored = new Map<string, string>();
  const part: Partial<Storage> = {
    getItem: (name) => stored.get(name) ?? null,
    setItem(name, value) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      stored.set(name, value);
    },
    removeItem: (name) => void stored.delete(name),
  };
  return part as Storage; // the parts that are used
}

Deno.test("drafts: what is kept is found, for its own file only, until it is dropped", () => {
  const drafts = new DraftStore(storage(), () => true);
  assert.equal(drafts.keep(location, draft), true);
  assert.deepEqual(drafts.find(location), draft);
  assert.equal(drafts.find({ area: "config", path: "a/b.js" }), null);
  drafts.drop(location);
  assert.equal(drafts.find(location), null);
});

Deno.test("drafts: one that is too long is not kept, and neither is one without room", () => {
  const long = { ...draft, text: "x".repeat(MAX_DRAFT + 1) };
  assert.equal(new DraftStore(storage(), () => true).keep(location, long), false);
  assert.equal(new DraftStore(storage(10), () => true).keep(location, draft), false);
  assert.equal(new DraftStore(null, () => true).keep(location, draft), false);
  assert.equal(new DraftStore(null, () => true).find(location), null);
});

Deno.test("drafts: what something else wrote there is no draft", () => {
  const store = storage();
  for (const text of ["not json", "[]", `{"text":1}`, "null"]) {
    store.setItem("draft:scripts/a/b.js", text);
    assert.equal(new DraftStore(store, () => true).find(location), null);
  }
});

Deno.test("drafts: none is kept once nobody is logged in", () => {
  let isLoggedIn = true;
  const drafts = new DraftStore(storage(), () => isLoggedIn);
  assert.equal(drafts.keep(location, draft), true);
  isLoggedIn = false;
  assert.equal(drafts.keep(location, { ...draft, text: "later" }), false);
});
