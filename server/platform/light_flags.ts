/**
 * Options of `deno` that the panel is shipped with. A code cache, created at the first start, would use 50 MB of memory to save
 * later starts 60 ms. V8 would keep 15 MB for young objects.
 */
export const lightFlags: readonly string[] = ["--no-code-cache", "--v8-flags=--optimize-for-size"];
