import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { releaseMemory, unchangedMappings } from "./release_memory.ts";

const PROGRAM = "/opt/sundial (1)";

function mapping(range: string, access: string, path: string, anonymousKb: number): string {
  return `${range} ${access} 00000000 fe:00 1234                      ${path}
Size:               1024 kB
Rss:                 512 kB
Anonymous:         ${String(anonymousKb).padStart(7)} kB
VmFlags: rd ex mr mw me sd
`;
}

Deno.test("release memory: only what equals the program's file is read from it again", () => {
  const smaps = [
    mapping("555500000000-555500100000", "r--p", PROGRAM, 0),
    mapping("555500100000-555500200000", "r-xp", PROGRAM, 0),
    mapping("555500200000-555500300000", "r--p", PROGRAM, 8),
    mapping("555500300000-555500400000", "rw-p", PROGRAM, 0),
    mapping("555500400000-555500500000", "r-xp", `${PROGRAM} (deleted)`, 0),
    mapping("7f0000000000-7f0000100000", "r-xp", "/lib/libc.so.6", 0),
    mapping("7f0000100000-7f0000200000", "r--p", "", 0),
  ].join("");
  assert.deepEqual(unchangedMappings(smaps, PROGRAM), [
    { start: 0x555500000000n, end: 0x555500100000n },
    { start: 0x555500100000n, end: 0x555500200000n },
  ]);
});

Deno.test({
  name: "release memory: the program continues with less memory",
  ignore: Deno.build.os !== "linux",
  fn() {
    const fileKb = () => Number(/RssFile:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
    const before = fileKb();
    releaseMemory();
    const after = fileKb();
    assert.ok(after < before * 0.75, `${before} kB, then ${after} kB`);
    assert.equal(JSON.parse(JSON.stringify({ text: "界" })).text, "界");
  },
});
