import assert from "node:assert/strict";
import { assignedVariables, isAlwaysDefined, usedVariables, wholeName } from "./command_variables.ts";

Deno.test("command variables: reads what the shell replaces, also inside double quotes", () => {
  assert.deepEqual(usedVariables('curl -H "Bearer $TOKEN" ${URL}/${#ITEMS[@]} $1 $? $$ $(echo $INNER)'), [
    "TOKEN",
    "URL",
    "ITEMS",
    "INNER",
  ]);
  assert.deepEqual(
    usedVariables("echo '$QUOTED' \\$ESCAPED ${WITH:-default} ${EMPTY-} \"it's $SHOWN\" $A$A"),
    [
      "SHOWN",
      "A",
    ],
  );
  assert.deepEqual(usedVariables("echo 'not closed $X"), []);
});

Deno.test("command variables: reads what a line sets, unless it reads other files", () => {
  const names = assignedVariables('A=1 B+=2; for c in 1 2; do read -r D e; done; export F="$x" --opt=1 g');
  assert.deepEqual([...names!].sort(), ["A", "B", "D", "F", "c", "e", "g", "opt", "r", "x"].sort());
  for (const line of ["source env.sh; echo $X", ". ./env; echo $X", 'eval "$(cat env)"', "a && . b"]) {
    assert.equal(assignedVariables(line), null, line);
  }
  assert.notEqual(assignedVariables("ls ./source .. | tee a.eval"), null);
});

Deno.test("command variables: knows what every run has, and a name from a part of one", () => {
  assert.deepEqual(["HOME", "SUNDIAL_RUN_ID", "TOKEN"].map(isAlwaysDefined), [true, true, false]);
  const found = ["$TOKEN", "${TOKEN}", "process.env.TOKEN", "MY_TOKEN", "TOKENS", "token"]
    .filter((text) => wholeName("TOKEN").test(text));
  assert.deepEqual(found, ["$TOKEN", "${TOKEN}", "process.env.TOKEN"]);
});
