// A process that, if it is root's, switches to a user without privileges, scans a folder into a manifest, and prints its
// paths and what it left out: `scan_tree_as_nobody.ts <folder>`.
import { TreeScanner } from "../../server/cluster/files/scan_tree.ts";

const NOBODY = 65_534;

if (Deno.uid() === 0) {
  const library = Deno.dlopen("libc.so.6", { setuid: { parameters: ["u32"], result: "i32" } });
  if (library.symbols.setuid(NOBODY) !== 0) Deno.exit(1);
  library.close();
}
try {
  const { manifest, leftOut } = await new TreeScanner(Deno.args[0]!).scan(); // the caller passes one
  const found = { paths: [...manifest.keys()], leftOut: leftOut.map(({ path, reason }) => [path, reason]) };
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(found)));
} catch (error) {
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify({ error: String(error) })));
}
