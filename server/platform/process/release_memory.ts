// What parsing, hashing and many runs at once needed stays with the C library, which rarely returns it to the system by itself:
// 40 MB after a first start.

/** Returns freed memory to the system. Does nothing where the C library has no call for it. */
export function releaseMemory(): void {
  if (Deno.build.os !== "linux") return;
  try {
    const library = Deno.dlopen("libc.so.6", { malloc_trim: { parameters: ["usize"], result: "i32" } });
    library.symbols.malloc_trim(0n);
    library.close();
  } catch {
    // Another C library, such as musl.
  }
}
