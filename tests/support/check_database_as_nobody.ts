// A process that switches to another user and prints which problem that user has with a database:
// `check_database_as_nobody.ts <file>`. Must be started as root.
import { findDatabaseProblem } from "../../server/platform/database_check.ts";

const NOBODY = 65_534;

const library = Deno.dlopen("libc.so.6", { setuid: { parameters: ["u32"], result: "i32" } });
if (library.symbols.setuid(NOBODY) !== 0) Deno.exit(1);
library.close();
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(findDatabaseProblem(Deno.args[0]!)))); // the caller passes one
