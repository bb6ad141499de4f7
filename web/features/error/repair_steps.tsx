import type { WordKey } from "../../words/messages.ts";
import { CopyButton } from "../../ui/copy_button.tsx";
import { useWords } from "../../words/use_words.tsx";

interface RepairStep {
  title: WordKey;
  help: WordKey;
  commands: string[];
}

const steps: readonly RepairStep[] = [
  {
    title: "repair.stepUpdate",
    help: "repair.stepUpdateHelp",
    commands: ["docker compose up -d --build"],
  },
  {
    title: "repair.stepCheck",
    help: "repair.stepCheckHelp",
    commands: [
      "docker compose exec sundial sundial version",
      "docker compose exec sundial healthy && echo OK",
    ],
  },
  {
    title: "repair.stepLogs",
    help: "repair.stepLogsHelp",
    commands: ["docker compose logs --tail 100 sundial"],
  },
];

/** What to do, in order, with the commands to copy. */
export function RepairSteps() {
  const { t } = useWords();
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
              <h2 className="text-base font-medium">{t(title)}</h2>
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
      <code className="min-w-0 flex-1 overflow-x-auto font-mono text-xs whitespace-nowrap" tabIndex={0}>
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
