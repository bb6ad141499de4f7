import assert from "node:assert/strict";
import { ToastStore, visibleMs } from "./use_toast.tsx";

Deno.test("toasts: a fourth of a kind removes the oldest and leaves the other kind alone", () => {
  const store = new ToastStore();
  store.add("notification", { tone: "info", title: "n" });
  for (const title of ["1", "2", "3", "4"]) store.add("message", { tone: "info", title });
  assert.deepEqual(store.list().map(({ title }) => title), ["n", "2", "3", "4"]);
});

Deno.test("toasts: an identical toast replaces the previous one", () => {
  const store = new ToastStore();
  store.add("message", { tone: "info", title: "same" });
  const id = store.add("message", { tone: "info", title: "same" });
  assert.deepEqual(store.list().map((toast) => toast.id), [id]);
});

Deno.test("toasts: listeners are notified of every change until they unsubscribe", () => {
  const store = new ToastStore();
  let heard = 0;
  const stop = store.onChange(() => heard++);
  store.remove(store.add("message", { tone: "info", title: "x" }));
  stop();
  store.add("message", { tone: "info", title: "y" });
  assert.equal(heard, 2);
});

Deno.test("toasts: one with an action stays for 10 s", () => {
  const action = { label: "Undo", onSelect: () => {} };
  assert.deepEqual(
    [visibleMs({ kind: "message", action }), visibleMs({ kind: "notification", action })],
    [10_000, 10_000],
  );
  assert.deepEqual([visibleMs({ kind: "message" }), visibleMs({ kind: "notification" })], [3000, 4500]);
});
