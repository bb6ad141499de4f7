import { ClipboardPaste, Server } from "../../../ui/icons/icons.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { TextOrFileField } from "../../../ui/inputs/text_or_file_field.tsx";
import { SourceStep } from "../../../shared/import/import_steps.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { problemText } from "./problem_text.ts";
import type { CrontabSource } from "./use_crontab_import.ts";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";

interface ImportSourceProps {
  value: CrontabSource;
  onValue: (part: Partial<CrontabSource>) => void;
  busy: boolean;
  error: unknown;
  onNext: () => void;
  onClose: () => void;
}

/** Renders the first step: the server's own crontab, or a text. */
export function ImportSource({ value, onValue, busy, error, onNext, onClose }: ImportSourceProps) {
  const { t } = useMessages();
  const { source, text } = value;
  const fromText = source === "text";
  const complete = !fromText || text.trim() !== "";
  const textIssue = useTextIssue(error);
  return (
    <SourceStep
      title={t("imports.title")}
      problem={error !== null && !(fromText && textIssue) ? problemText(error) : undefined}
      {...{ busy, complete, onNext, onClose }}
    >
      <SegmentedControl
        label={t("imports.source")}
        value={source}
        onValue={(source) => onValue({ source })}
        options={[
          { value: "system", label: t("imports.sourceSystem"), icon: <Server size={14} /> },
          { value: "text", label: t("imports.sourceText"), icon: <ClipboardPaste size={14} /> },
        ]}
        help={fromText ? undefined : t("imports.systemHelp")}
      />
      {fromText && (
        <TextOrFileField
          label={t("imports.boxText")}
          help={t("imports.boxTextHelp")}
          placeholder="30 2 * * * /usr/local/bin/backup.sh"
          longest={taskLimits.crontab}
          value={text}
          onValue={(text) => onValue({ text })}
          error={textIssue}
        />
      )}
    </SourceStep>
  );
}

function useTextIssue(error: unknown): string | undefined {
  const { t } = useMessages();
  const issue = error instanceof ApiProblem ? error.issues.find(({ path }) => path === "text") : undefined;
  const limit = issue?.params.max ?? "";
  return issue?.code === "too_many" ? t("imports.tooMany", { limit }) : issue?.message;
}
