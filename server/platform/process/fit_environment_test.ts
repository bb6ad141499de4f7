import assert from "node:assert/strict";
import { environmentRoom, fitEnvironment } from "./fit_environment.ts";
import { readMaskRequest, writeMaskRequest } from "./mask_request.ts";

Deno.test("environment: stays unchanged when it fits", () => {
  const environment = { A: "1", B: "2" };
  const fitted = fitEnvironment(environment, { args: ["x"], expendable: ["A"], room: environmentRoom() });
  assert.deepEqual(fitted, { environment, leftOut: [] });
});

Deno.test("environment: removes entries that are too long, and from the last one on those that do not fit", () => {
  const big = "x".repeat(100_000);
  const environment = { OWN: big, A: big, LONG: "x".repeat(131_072), B: big, C: "c" };
  const expendable = ["A", "LONG", "B", "C"];
  const fit = (space: number) =>
    fitEnvironment(environment, { args: ["run", "me"], expendable, room: space });
  assert.deepEqual(fit(2_000_000).leftOut, ["LONG"]);
  assert.deepEqual(fit(300_000).leftOut, ["LONG", "B", "C"]);
  assert.deepEqual(Object.keys(fit(300_000).environment), ["OWN", "A"]);
  assert.deepEqual(Object.keys(fit(1).environment), ["OWN"]);
});

Deno.test("environment: a process can be started with the longest entry that is kept", async () => {
  const environment = { A: "x".repeat(131_072 - 3) };
  const { leftOut } = fitEnvironment(environment, {
    args: [],
    expendable: ["A"],
    room: environmentRoom(),
  });
  assert.deepEqual(leftOut, []);
  const { success } = await new Deno.Command("/bin/true", { env: environment, clearEnv: true }).output();
  assert.ok(success);
});

Deno.test("mask request: reads secrets of any length back unchanged", () => {
  for (
    const secrets of [[], ["a"], ["x".repeat(131_000), "", "🔑".repeat(50_000), `x${"🔑".repeat(50_000)}`]]
  ) {
    const written = writeMaskRequest({ secrets, signal: "one:1" });
    assert.deepEqual(readMaskRequest(written), { secrets, signal: "\0one:1\0", isResumed: false });
    const sizes = Object.entries(written).map(([name, value]) =>
      new TextEncoder().encode(name + value).length
    );
    assert.ok(Math.max(...sizes) < 128 * 1024 - 2);
  }
});
