// What parsing, hashing and many runs at once needed stays with the C library, which rarely returns it to the system by itself:
// 40 MB after a first start. So do pages of the program that only the start has needed.
import { readFileSync } from "node:fs";

/** Advice to madvise(2): forget the pages, which are read from their file again when they are needed. */
const DONT_NEED = 4;

const functions = {
  malloc_trim: { parameters: ["usize"], result: "i32" },
  madvise: { parameters: ["usize", "usize", "i32"], result: "i32" },
} as const;

/** Returns freed memory to the system, and memory that can be read from the program's file. Does nothing where it cannot. */
export function releaseMemory(): void {
  if (Deno.build.os !== "linux") return;
  try {
    const library = Deno.dlopen("libc.so.6", functions);
    library.symbols.malloc_trim(0n);
    const mappings = unchangedMappings(readFileSync("/proc/self/smaps", "utf8"), Deno.execPath());
    for (const { start, end } of mappings) library.symbols.madvise(start, end - start, DONT_NEED);
    library.close();
  } catch {
    // Another C library, such as musl, or no process table.
  }
}

/** Returns the parts of the memory, as in smaps of proc(5), that a file was mapped to and that equal the file. */
export function unchangedMappings(smaps: string, path: string): { start: bigint; end: bigint }[] {
  return smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).flatMap((mapping) => {
    const [line = "", ...counts] = mapping.split("\n");
    const [, start, end, rest = ""] = /^([0-9a-f]+)-([0-9a-f]+) r-[x-]p (.*)$/.exec(line) ?? [];
    const file = rest.slice(rest.indexOf("/"));
    // Addresses that were adjusted when the program was loaded are anonymous copies.
    const isUnchanged = counts.some((count) => /^Anonymous: +0 kB$/.test(count));
    if (start === undefined || end === undefined || file !== path || !isUnchanged) return [];
    return [{ start: BigInt(`0x${start}`), end: BigInt(`0x${end}`) }];
  });
}
