import assert from "node:assert/strict";
import { attachment, downloadName, readRange, timesBetween } from "./log_response.ts";

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

const names: [string, string, string][] = [
  ["Backup", "Backup_2026-01-02.log", "a plain name"],
  ["../../etc/passwd", "_.._etc_passwd_2026-01-02.log", "a path"],
  ["a\r\nSet-Cookie: x\u202egol.exe", "a_Set-Cookie_ x_gol.exe_2026-01-02.log", "invisible characters"],
  ["  ...", "log_2026-01-02.log", "nothing is left"],
  ["很".repeat(200), `${"很".repeat(80)}_2026-01-02.log`, "a long one"],
];
for (const [taskName, expected, what] of names) {
  Deno.test(`download name: ${what}`, () => {
    assert.equal(downloadName({ taskName, logPath: "folder/2026-01-02.log", id: 1 }), expected);
  });
}

Deno.test("download name: a run without a log is named by its id", () => {
  assert.equal(downloadName({ taskName: "t", logPath: null, id: 7 }), "t_7.log");
});

Deno.test("attachment: the header is ASCII for every name, even with half a character", () => {
  for (const name of ["a.log", `"x" \\ 100%'(1)*.log`, "很.log", "\ud83d.log"]) {
    const header = attachment(name);
    assert.match(header, /^attachment; filename="[ !#-$&-\[\]-~]*"; filename\*=UTF-8''[\w.!~%-]+$/);
    new Headers({ "content-disposition": header });
  }
  assert.match(attachment("很'.log"), /filename="_'\.log"; filename\*=UTF-8''%E5%BE%88%27\.log$/);
});

const times = Array.from({ length: 10 }, (_, n) => ({ at: n * 1000, size: (n + 1) * 100 }));
const sizes = (range: { from: number; to?: number }, all = times) =>
  timesBetween(all, range).map(({ size }) => size);

Deno.test("log times: returns those of a range, including the one that covers its end", () => {
  assert.deepEqual(sizes({ from: 0, to: 100 }), [100]);
  assert.deepEqual(sizes({ from: 99, to: 101 }), [100, 200]);
  assert.deepEqual(sizes({ from: 100, to: 250 }), [200, 300]);
  assert.deepEqual(sizes({ from: 950 }), [1000]);
  assert.deepEqual(sizes({ from: 1000 }), []);
  assert.deepEqual(sizes({ from: 0 }, []), []);
  assert.deepEqual(timesBetween(times, { from: 0, to: 1 }), [{ size: 100, at: "1970-01-01T00:00:00.000Z" }]);
});

Deno.test("log times: thins out too many evenly and keeps the last", () => {
  const many = Array.from({ length: 16_384 }, (_, n) => ({ at: n, size: n + 1 }));
  const some = sizes({ from: 0 }, many);
  assert.ok(some.length <= 2000 && some.length > 1500);
  assert.equal(some.at(-1), 16_384);
});
