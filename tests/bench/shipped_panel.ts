import { panelProgram } from "../../tools/panel.ts";
import { RunningPanel, type RunningPanelOptions } from "../support/running_panel.ts";

/** Starts the panel as `deno task start` and the container do: bundled, without a code cache. */
export function startShipped(options: Omit<RunningPanelOptions, "program">): Promise<RunningPanel> {
  return RunningPanel.start({ ...options, program: ["--no-code-cache", panelProgram] });
}
