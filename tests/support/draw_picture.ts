// A process that draws the picture of a file anew and says how many bytes of memory that took at its peak: `draw_picture.ts <file>`.
import { redrawPicture } from "../../server/features/auth/avatar/redraw_picture.ts";

const bytes = Deno.readFileSync(Deno.args[0]!); // whoever starts it names one
const before = peak();
let result = "taken";
try {
  redrawPicture(bytes);
} catch {
  result = "refused";
}
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify({ result, grown: peak() - before })));

function peak(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))?.[1]) * 1024;
}
