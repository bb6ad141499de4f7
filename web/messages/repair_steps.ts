// What to do when the panel does not respond, by the way it is installed. Its own page shows it, and the service worker does
// when that page cannot be loaded.
import type { repair } from "./en/health.ts";

export type RepairText = `repair.${keyof typeof repair & string}`;

export interface RepairStep {
  title: RepairText;
  help: RepairText;
  commands: readonly string[];
}

interface Installation {
  title: RepairText;
  steps: readonly RepairStep[];
}

export const installations: readonly Installation[] = [
  {
    title: "repair.container",
    steps: [
      {
        title: "repair.stepUpdate",
        help: "repair.stepUpdateContainerHelp",
        commands: ["docker compose up --build -d"],
      },
      {
        title: "repair.stepCheckContainer",
        help: "repair.stepCheckContainerHelp",
        commands: [
          "docker compose run --rm sundial check",
          "docker compose exec sundial sundial version",
          "docker compose exec sundial sundial healthy && echo OK",
        ],
      },
      {
        title: "repair.stepLogs",
        help: "repair.stepLogsHelp",
        commands: ["docker compose logs --tail 100 sundial"],
      },
    ],
  },
  {
    title: "repair.executable",
    steps: [
      {
        title: "repair.stepRestart",
        help: "repair.stepRestartHelp",
        commands: ["sudo systemctl restart sundial"],
      },
      {
        title: "repair.stepCheck",
        help: "repair.stepCheckHelp",
        commands: ["sundial version", "sundial check"],
      },
      { title: "repair.stepLogs", help: "repair.stepLogsHelp", commands: ["journalctl -u sundial -n 100"] },
    ],
  },
  {
    title: "repair.sources",
    steps: [
      {
        title: "repair.stepUpdate",
        help: "repair.stepUpdateHelp",
        commands: ["git pull", "deno task start"],
      },
      {
        title: "repair.stepCheck",
        help: "repair.stepCheckHelp",
        commands: ["deno task sundial version", "deno task sundial check"],
      },
      { title: "repair.stepLogs", help: "repair.stepConsoleHelp", commands: [] },
    ],
  },
];
