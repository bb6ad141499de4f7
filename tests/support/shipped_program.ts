import { lightFlags } from "../../server/platform/light_flags.ts";
import { panelProgram } from "../../tools/panel.ts";

/** What follows `deno run -A` to start the panel as `deno task start` and the container do: bundled, with the options that save memory. */
export const shippedProgram: readonly string[] = [...lightFlags, panelProgram];
