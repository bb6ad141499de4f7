import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { ApiProblem, issueAt } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { ChipsField } from "../../../ui/chips_field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SegmentedControl } from "../../../ui/segmented_control.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { TextArea } from "../../../ui/text_area.tsx";
import type { Translate } from "../../../words/create_words.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useVariableLabels } from "../use_variables.ts";
import type { ImportWish } from "./import_dialog.tsx";
import { LONGEST_TEXT } from "./longest_text.ts";

interface ImportSourceProps {
  value: ImportWish;
  onValue: (part: Partial<ImportWish>) => void;
  busy: boolean;
  error: unknown;
  onNext: () => void;
  onClose: () => void;
}

const example = 'TOKEN="…"\nACCOUNT=mira';

/** The first step: a text or a file, and what becomes of names that are there already. */
export function ImportSource({ value, onValue, busy, error, onNext, onClose }: ImportSourceProps) {
  const { t, format } = useWords();
  const labels = useVariableLabels();
  const complete = value.text.trim() !== "";
  const other = error !== null && !issueAt(error, "text");
  return (
    <Dialog
      open
      size="wide"
      title={t("variables.importTitle")}
      onClose={onClose}
      onSubmit={() => complete && !busy && onNext()}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy} disabled={!complete}>
            {t("imports.preview")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {other && (
          <Callout tone="danger">{error instanceof ApiProblem ? error.detail : String(error)}</Callout>
        )}
        <SourceText {...{ value, onValue, error }} />
        <SegmentedControl
          label={t("variables.format")}
          value={value.format}
          onValue={(format) => onValue({ format })}
          options={[{ value: "env", label: ".env" }, { value: "json", label: "JSON" }]}
        />
        <Select
          label={t("variables.existing")}
          value={value.existing}
          onValue={(existing) => onValue({ existing })}
          options={[
            { value: "add", label: t("variables.existingAdd"), help: t("variables.existingAddHelp") },
            {
              value: "replace",
              label: t("variables.existingReplace"),
              help: t("variables.existingReplaceHelp"),
            },
            { value: "skip", label: t("variables.existingSkip") },
          ]}
        />
        <Switch
          label={t("variables.importSecret")}
          checked={value.secret}
          onChecked={(secret) => onValue({ secret })}
        />
        <ChipsField
          commas
          optional
          label={t("variables.importLabels")}
          help={t("tasks.labelsHelp")}
          value={value.labels}
          onValue={(labels) => onValue({ labels: [...labels] })}
          options={labels.map(({ label, variables }) => ({ value: label, hint: format.number(variables) }))}
        />
      </div>
    </Dialog>
  );
}

function SourceText({ value, onValue, error }: Pick<ImportSourceProps, "value" | "onValue" | "error">) {
  const { t } = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const take = (text: string) => onValue({ text, format: formatOf(text) });
  const { fault, open } = useFile(take);
  const drop = {
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes("Files") && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return; // text is the field's own business
      event.preventDefault();
      void open(event.dataTransfer.files[0]);
    },
  };
  return (
    <div {...drop} className="flex flex-col gap-2 [&_textarea]:min-h-40">
      <TextArea
        mono
        label={t("variables.importText")}
        help={t("variables.importTextHelp")}
        error={fault ?? textFault(error, value.format, t)}
        value={value.text}
        onChange={(event) => take(event.target.value)}
        placeholder={example}
      />
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={t("imports.chooseFile")}
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = ""; // so that the same file can be chosen again
        }}
      />
      <Button
        className="self-start"
        icon={<FileUp size={16} aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {t("imports.chooseFile")}
      </Button>
    </div>
  );
}

// That it is no valid value would not tell anybody what it was taken for.
function textFault(error: unknown, format: ImportWish["format"], t: Translate): string | undefined {
  const isUnread = error instanceof ApiProblem &&
    error.issues.some(({ path, code }) => path === "text" && code === "invalid");
  return isUnread && format === "json" ? t("variables.importNoJson") : issueAt(error, "text");
}

function formatOf(text: string): ImportWish["format"] {
  return /^\s*[[{]/.test(text) ? "json" : "env";
}

function useFile(onText: (text: string) => void) {
  const { t, format } = useWords();
  const [fault, setFault] = useState<string>();
  const open = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > LONGEST_TEXT) {
      return setFault(t("imports.fileTooLarge", { name: file.name, limit: format.bytes(LONGEST_TEXT) }));
    }
    try {
      onText(await file.text());
      setFault(undefined);
    } catch {
      setFault(t("imports.fileUnreadable", { name: file.name })); // gone, or a folder
    }
  };
  return { fault, open };
}
