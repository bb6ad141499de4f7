import { useCallback, useState } from "react";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { PreviewStep } from "../../../shared/import/import_steps.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { LabelsField } from "../form/labels_field.tsx";
import { type Choice, isTakeable, nameLine, type TakeableLine, toggleLine, usualChoice } from "./choice.ts";
import { ImportLine, OriginalLine } from "./import_line.tsx";
import { problemText } from "./problem_text.ts";
import type { ImportRequest, Preview } from "./use_crontab_import.ts";
import { FileX } from "../../../ui/icons/icons.ts";
import type {
  CrontabImportResult,
  ImportedLine,
  UserColumn,
} from "../../../../server/contract/crontab_import.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { warningMessages } from "./warning_messages.ts";

interface ImportPreviewProps {
  preview: Preview;
  busy: boolean;
  error: unknown;
  onWithUser: (withUser: boolean) => void;
  onTake: (request: Omit<ImportRequest, "preview">) => void;
  onBack: () => void;
  onClose: () => void;
}

/** Renders the second step: the lines to select from, with the task of each. */
export function ImportPreview(
  { preview, busy, error, onWithUser, onTake, onBack, onClose }: ImportPreviewProps,
) {
  const { t } = useMessages();
  const { source, result: { found, lines, userColumn } } = preview;
  const [choice, setChoice] = useState(() => usualChoice(lines));
  const [chosenOf, setChosenOf] = useState(lines);
  if (chosenOf !== lines) {
    // Read anew, with or without users.
    setChosenOf(lines);
    setChoice(usualChoice(lines));
  }
  const [labels, setLabels] = useState<readonly string[]>([]);
  const takeable = lines.filter(isTakeable);
  const rejected = lines.filter((line) => !isTakeable(line));
  const count = choice.lines.size;
  return (
    <PreviewStep
      title={t("imports.title")}
      problem={error === null ? undefined : problemText(error)}
      summary={t("imports.summary", { takeable: takeable.length, refused: rejected.length })}
      empty={lines.length === 0 && <NothingFound found={found} />}
      submitLabel={t("imports.import", { count })}
      onImport={() => onTake({ choice, labels })}
      {...{ busy, count, onBack, onClose }}
    >
      {source === "text" && <UserSwitch column={userColumn} busy={busy} onWithUser={onWithUser} />}
      {takeable.length > 0 && (
        <>
          <LabelsField
            optional
            label={t("imports.labels")}
            help={t("tasks.labelsHelp")}
            value={labels}
            onValue={setLabels}
          />
          <TakeableLines lines={takeable} choice={choice} onChoice={setChoice} />
        </>
      )}
      {rejected.length > 0 && <RejectedLines lines={rejected} />}
    </PreviewStep>
  );
}

const userMessages: Record<UserColumn["reason"], MessageKey> = {
  requested: "imports.withUserHelp",
  header: "imports.withUserHeader",
  accounts: "imports.withUserAccounts",
  first_word: "imports.withUserWord",
  none: "imports.withUserHelp",
};

/** Renders whether a user was read before each command, why, and the choice to read it otherwise. */
function UserSwitch(
  { column: { present, reason, word }, busy, onWithUser }: {
    column: UserColumn;
    busy: boolean;
    onWithUser: (withUser: boolean) => void;
  },
) {
  const { t } = useMessages();
  return (
    <Switch
      label={t("imports.withUser")}
      help={t(userMessages[reason], { word: word ?? "" })}
      checked={present}
      onChecked={onWithUser}
      disabled={busy}
    />
  );
}

function TakeableLines(
  { lines, choice, onChoice }: {
    lines: readonly TakeableLine[];
    choice: Choice;
    onChoice: (change: (choice: Choice) => Choice) => void;
  },
) {
  const { t } = useMessages();
  const all = choice.lines.size === lines.length;
  const toggle = useCallback((line: number) => onChoice((now) => toggleLine(now, line)), [onChoice]);
  const name = useCallback(
    (line: number, name: string) => onChoice((now) => nameLine(now, line, name)),
    [onChoice],
  );
  return (
    <section className="flex flex-col rounded-md border border-line">
      <div className="flex items-center justify-between gap-3 border-b border-line bg-sunken px-3 py-2 text-xs text-muted">
        <Checkbox
          label={t("imports.all")}
          checked={all}
          indeterminate={!all && choice.lines.size > 0}
          onChange={() =>
            onChoice((now) => ({ ...now, lines: new Set(all ? [] : lines.map(({ line }) => line)) }))}
        />
        <span aria-live="polite" className="tabular-nums">
          {t("imports.chosen", { count: choice.lines.size, total: lines.length })}
        </span>
      </div>
      <ul className="m-0 flex list-none flex-col divide-y divide-line p-0">
        {lines.map((line) => (
          <ImportLine
            key={line.line}
            line={line}
            chosen={choice.lines.has(line.line)}
            name={choice.names.get(line.line)}
            onToggle={toggle}
            onName={name}
          />
        ))}
      </ul>
    </section>
  );
}

const noRules = ["imports.noRules", "imports.noRulesHelp"] as const;
const messages: Record<CrontabImportResult["found"], readonly [MessageKey, MessageKey]> = {
  text: noRules,
  crontab: noRules,
  no_crontab: ["imports.noCrontab", "imports.noCrontabHelp"],
  no_program: ["imports.noProgram", "imports.noProgramHelp"],
  unreadable: ["imports.unreadable", "imports.unreadableHelp"],
};

/** Renders why there is nothing to select. */
function NothingFound({ found }: { found: CrontabImportResult["found"] }) {
  const { t } = useMessages();
  const [title, text] = messages[found];
  return (
    <div role="status">
      <EmptyState icon={<FileX size={22} />} title={t(title)} text={t(text)} />
    </div>
  );
}

/** Renders the lines that cannot become tasks, each with its reason. */
function RejectedLines({ lines }: { lines: readonly ImportedLine[] }) {
  const { t } = useMessages();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="m-0 text-sm font-medium">{t("imports.refused")}</h3>
      <ul className="m-0 flex list-none flex-col divide-y divide-line rounded-md border border-line p-0">
        {lines.map(({ line, text, remarks }) => (
          <li key={line} className="flex flex-col gap-1 px-3 py-2">
            <span className="text-sm text-danger-text">
              {remarks.map((warning) => t(warningMessages[warning])).join("; ")}
            </span>
            <OriginalLine line={line} text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}
