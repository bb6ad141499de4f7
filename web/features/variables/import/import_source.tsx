import { variableLimits } from "../../../../server/contract/limits/variables.ts";
import type { VariableImport } from "../../../../server/contract/variables.ts";
import { ApiProblem, issueAt } from "../../../api/api_problem.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { SourceStep } from "../../../shared/import/import_steps.tsx";
import { ChipsField } from "../../../ui/inputs/chips_field.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextOrFileField } from "../../../ui/inputs/text_or_file_field.tsx";
import { useVariableLabels } from "../api.ts";

interface ImportSourceProps {
  value: ImportRequest;
  onValue: (part: Partial<ImportRequest>) => void;
  busy: boolean;
  error: unknown;
  onNext: () => void;
  onClose: () => void;
}

const example = 'TOKEN="…"\nACCOUNT=mira';

/** Renders the first step: a text or a file, and how to handle names that exist. */
export function ImportSource({ value, onValue, busy, error, onNext, onClose }: ImportSourceProps) {
  const { t, format } = useMessages();
  const labels = useVariableLabels();
  const complete = value.text.trim() !== "";
  return (
    <SourceStep
      title={t("variables.importTitle")}
      problem={problemText(error)}
      {...{ busy, complete, onNext, onClose }}
    >
      <TextOrFileField
        label={t("variables.importText")}
        help={t("variables.importTextHelp")}
        placeholder={example}
        longest={variableLimits.import}
        value={value.text}
        onValue={(text) => onValue({ text, format: formatOf(text) })}
        error={textIssue(error, value.format, t)}
      />
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
    </SourceStep>
  );
}

function problemText(error: unknown): string | undefined {
  if (error === null || issueAt(error, "text")) return undefined;
  return error instanceof ApiProblem ? error.detail : String(error);
}

// The server's general message would not explain in which format the text was parsed.
function textIssue(error: unknown, format: ImportRequest["format"], t: Translate): string | undefined {
  const isUnread = error instanceof ApiProblem &&
    error.issues.some(({ path, code }) => path === "text" && code === "invalid");
  return isUnread && format === "json" ? t("variables.importNoJson") : issueAt(error, "text");
}

function formatOf(text: string): ImportRequest["format"] {
  return /^\s*[[{]/.test(text) ? "json" : "env";
}

export type ImportRequest = Omit<VariableImport, "preview">;
