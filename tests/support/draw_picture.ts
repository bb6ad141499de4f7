// A process that redraws the picture in a file and prints its peak memory use in bytes: `draw_picture.ts
// <file>`.
import { redrawPicture } from "../../server/features/auth/redraw_picture.ts";

const bytes = Deno.readFileSync(Deno.args[0]!); // the caller passes one
const before = peak();
let result = "accepted";
try {
  redrawPicture(bytes);
} catch {
  result = "rejected";
}
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify({ result, grown: peak() - before })));

function peak(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))?.[1]) * 1024;
}
