import { memo } from "react";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { TakeableLine } from "./choice.ts";
import { warningMessages } from "./warning_messages.ts";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";

interface ImportLineProps {
  line: TakeableLine;
  chosen: boolean;
  /** As typed; undefined for the original name. */
  name: string | undefined;
  onToggle: (line: number) => void;
  onName: (line: number, name: string) => void;
}

/** Renders one rule and its task, with a field for the name. */
function Line(
  { line: { line, text, task, remarks, schedule }, chosen, name, onToggle, onName }: ImportLineProps,
) {
  const { t } = useMessages();
  return (
    <li
      className={classNames(
        "flex gap-3 px-3 py-3 [content-visibility:auto] [contain-intrinsic-size:auto_160px]",
        !chosen && "bg-bg",
      )}
    >
      <Checkbox
        hideLabel
        label={t("imports.take", { line })}
        checked={chosen}
        onChange={() => onToggle(line)}
        className="self-start pt-2"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <TextField
          hideLabel
          label={t("imports.nameOf", { line })}
          maxLength={taskLimits.name}
          value={name ?? task.name}
          placeholder={task.name}
          onChange={(event) => onName(line, event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span>{schedule ?? t("tasks.scheduleBoot")}</span>
          {task.timeZone && <Badge>{task.timeZone}</Badge>}
          {task.enabled === false && <Badge>{t("imports.disabled")}</Badge>}
          {task.workingDirectory && (
            <span className="text-xs text-muted">
              {t("imports.inFolder", { folder: task.workingDirectory })}
            </span>
          )}
        </div>
        <pre className="m-0 line-clamp-6 rounded-sm bg-sunken px-2 py-1 font-mono text-xs break-all whitespace-pre-wrap">{task.command}</pre>
        <OriginalLine line={line} text={text} />
        {remarks.length > 0 && (
          <ul className="m-0 flex list-disc flex-col gap-0.5 ps-4 text-xs text-muted">
            {remarks.map((warning) => (
              <li key={warning} className={warning === "exists_already" ? "text-warning-text" : ""}>
                {t(warningMessages[warning])}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Memoized, and laid out only when visible, because a crontab may have a thousand lines. */
export const ImportLine = memo(Line);

/** Renders a line as written in the crontab. */
export function OriginalLine({ line, text }: { line: number; text: string }) {
  const { t } = useMessages();
  return (
    <div className="flex min-w-0 items-baseline gap-2 text-xs text-muted">
      <span className="shrink-0 tabular-nums">{t("imports.line", { line })}</span>
      <code className="truncate font-mono" title={text}>{text}</code>
    </div>
  );
}
