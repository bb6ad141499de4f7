import assert from "node:assert/strict";
import { metricsText } from "./panel_metrics.ts";

Deno.test("metrics: help, type and a line per value, with escaped labels", () => {
  const text = metricsText([
    { name: "a", help: "An a", type: "gauge", values: [{ value: 1.5 }] },
    { name: "b", help: "A b", type: "counter", values: [{ labels: { path: 'c:\\"x"\n' }, value: 2 }] },
  ]);
  assert.equal(
    text,
    '# HELP a An a\n# TYPE a gauge\na 1.5\n# HELP b A b\n# TYPE b counter\nb{path="c:\\\\\\"x\\"\\n"} 2\n',
  );
});
