import assert from "node:assert/strict";
import { isFiltered, queryOf, readUrlState } from "./url_state.ts";

Deno.test("system log location: ignores invalid values in the URL, and a day is included completely", () => {
  const urlState = readUrlState("?q=disk&level=warn,bad,error&from=2026-01-31&to=nonsense&page=-4");
  assert.deepEqual(urlState, { q: "disk", levels: ["warn", "error"], from: "2026-01-31", to: "", page: 1 });
  assert.ok(isFiltered(urlState) && !isFiltered(readUrlState("")));
  const { from, to } = queryOf({ ...urlState, to: "2026-01-31" });
  assert.equal(Date.parse(to!) - Date.parse(from!), 86_400_000 - 1);
});
