import type { MessageKey } from "../../messages/messages.ts";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

interface RepairStep {
  title: MessageKey;
  help: MessageKey;
  commands: string[];
}

interface Installation {
  title: MessageKey;
  steps: readonly RepairStep[];
}

const update = { title: "repair.stepUpdate", help: "repair.stepUpdateHelp" } as const;
const restart = { title: "repair.stepRestart", help: "repair.stepRestartHelp" } as const;
const check = { title: "repair.stepCheck", help: "repair.stepCheckHelp" } as const;
const logs = { title: "repair.stepLogs", help: "repair.stepLogsHelp" } as const;

const installations: readonly Installation[] = [
  {
    title: "repair.container",
    steps: [
      { ...update, commands: ["docker compose up -d --build"] },
      {
        title: "repair.stepCheck",
        help: "repair.stepCheckContainerHelp",
        commands: [
          "docker compose exec sundial sundial version",
          "docker compose exec sundial healthy && echo OK",
        ],
      },
      { ...logs, commands: ["docker compose logs --tail 100 sundial"] },
    ],
  },
  {
    title: "repair.executable",
    steps: [
      { ...restart, commands: ["sudo systemctl restart sundial"] },
      { ...check, commands: ["sundial version"] },
      { ...logs, commands: ["journalctl -u sundial -n 100"] },
    ],
  },
  {
    title: "repair.sources",
    steps: [
      { ...update, commands: ["git pull", "deno task start"] },
      { ...check, commands: ["deno run -A main.ts version"] },
      { title: "repair.stepLogs", help: "repair.stepConsoleHelp", commands: [] },
    ],
  },
];

/** Renders the repair steps for each kind of installation, with commands to copy. */
export function RepairSteps() {
  const { t } = useMessages();
  return installations.map(({ title, steps }) => (
    <section key={title} aria-label={t(title)} className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">{t(title)}</h2>
      <StepList steps={steps} />
    </section>
  ));
}

function StepList({ steps }: { steps: readonly RepairStep[] }) {
  const { t } = useMessages();
  return (
    <ol className="flex list-none flex-col rounded-lg border border-line bg-surface p-0">
      {steps.map(({ title, help, commands }, index) => (
        <li key={title} className="flex gap-3 border-b border-line p-4 last:border-b-0">
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-neutral-soft text-xs font-medium text-muted tabular-nums"
          >
            {index + 1}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div>
              <h3 className="text-base font-medium">{t(title)}</h3>
              <p className="text-sm text-muted">{t(help)}</p>
            </div>
            {commands.map((command) => <Command key={command} text={command} />)}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Command({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1">
      <code className="min-w-0 flex-1 font-mono text-xs break-words whitespace-pre-wrap">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
