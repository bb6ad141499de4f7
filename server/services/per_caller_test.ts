import assert from "node:assert/strict";
import { freshDatabase } from "../../tests/support/fresh_database.ts";
import { until } from "../../tests/support/until.ts";
import { labelsAsTheyAre, reachOfDatabase, withinLabels } from "../engine/labelled_database.ts";
import { labelsWillChange } from "../engine/visible_rows.ts";
import type { Caller } from "../http/route.ts";
import { engineOf } from "../platform/database_engine.ts";
import { perCaller } from "./per_caller.ts";

const person = (labels: string[] | null) => ({ kind: "user", labels }) as unknown as Caller;

Deno.test("per caller: callers with the same labels share a service until labels of tasks change", async () => {
  await using db = await freshDatabase();
  let made = 0;
  const serviceOf = perCaller(
    db,
    (own, isWhole) => ({ number: ++made, reach: reachOfDatabase(own), isWhole }),
  );
  const whole = serviceOf(person(null));
  assert.deepEqual(whole, { number: 1, reach: null, isWhole: true });
  if (engineOf(db) === "postgres") return assert.notEqual(serviceOf(person(["a"])), serviceOf(person(["a"])));
  const limited = withinLabels(db, ["a"]);
  const ready = () => until("the labels to be read", () => labelsAsTheyAre(limited) !== null);
  await ready();
  const first = serviceOf(person(["a"]));
  assert.deepEqual([first.reach, first.isWhole], [["a"], false]);
  assert.equal(serviceOf(person(["a"])), first);
  assert.notEqual(serviceOf(person(["b"])), first);
  labelsWillChange();
  const meanwhile = serviceOf(person(["a"]));
  assert.notEqual(meanwhile, first);
  // It may have seen labels as they were before.
  await ready();
  assert.notEqual(serviceOf(person(["a"])), meanwhile);
  assert.equal(serviceOf(person(null)), whole);
});
