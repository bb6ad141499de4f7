import { lightFlags } from "../../tools/light_flags.ts";
import { panelProgram } from "../../tools/panel.ts";
import { type PanelOptions, PanelProcess } from "../support/panel_process.ts";

/** Starts the panel as `deno task start` and the container do: bundled, with the options that save memory. */
export function startShipped(options: Omit<PanelOptions, "program">): Promise<PanelProcess> {
  return PanelProcess.start({ ...options, program: [...lightFlags, panelProgram] });
}
