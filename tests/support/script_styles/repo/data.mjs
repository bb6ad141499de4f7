import { name } from "esm_helper";
import { data, kind } from "./lib/reads_data.cjs";
console.log(name, data.kind, kind);
await import("not-installed-anywhere");
