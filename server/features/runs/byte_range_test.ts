import assert from "node:assert/strict";
import { readRange } from "./byte_range.ts";

const table: [string | null, number, string][] = [
  [null, 10, "whole"],
  ["bytes=0-4", 10, "0-5"],
  ["bytes=0-0", 10, "0-1"],
  ["bytes=9-9", 10, "9-10"],
  ["bytes=4-", 10, "4-10"],
  ["bytes=4-99", 10, "4-10"],
  ["bytes=-3", 10, "7-10"],
  ["bytes=-99", 10, "0-10"],
  [" bytes=1-2 ", 10, "1-3"],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=-0", 10, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=-5", 0, "unsatisfiable"],
  ["bytes=999999999999999-", 10, "unsatisfiable"],
  ["bytes=5-4", 10, "whole"],
  ["bytes=0-1,3-4", 10, "whole"],
  ["bytes=-", 10, "whole"],
  ["bytes=", 10, "whole"],
  ["lines=0-4", 10, "whole"],
  ["bytes=1e3-", 10, "whole"],
  ["bytes=1111111111111111-", 10, "whole"],
];
for (const [header, size, expected] of table) {
  Deno.test(`byte range: ${header ?? "no header"} for ${size} bytes`, () => {
    const range = readRange(header, size);
    const output = range === null
      ? "whole"
      : range === "unsatisfiable"
      ? range
      : `${range.start}-${range.end}`;
    assert.equal(output, expected);
  });
}
