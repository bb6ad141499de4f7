import assert from "node:assert/strict";
import { listFigures } from "./record_figures.ts";

Deno.test("figures: each line becomes an item, with addresses as code", () => {
  const lines = "soak: 400 rounds, memory 130 → 145 MB\nlists: /tasks?pageSize=20 4, /overview 12, none\n";
  assert.equal(
    listFigures(lines),
    "- Soak: 400 rounds, memory 130 → 145 MB\n- Lists: `/tasks?pageSize=20` 4, /overview 12, none",
  );
  assert.equal(listFigures(""), "");
});
