import type { Run } from "../../../server/contract/runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { valueText } from "./parameter_text.ts";

/** Renders the values of parameters that a run was given; nothing for a run without. */
export function RunValues(
  { run: { id, parameters }, className }: { run: Pick<Run, "id" | "parameters">; className?: string },
) {
  const messages = useMessages();
  const { t } = messages;
  const values = Object.entries(parameters ?? {});
  if (values.length === 0) return null;
  return (
    <dl
      aria-label={t("parameters.given", { run: id })}
      className={classNames(
        "m-0 flex max-h-24 flex-wrap gap-x-4 gap-y-1 overflow-y-auto px-5 pb-3 text-xs",
        className,
      )}
    >
      {values.map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0 font-mono text-muted">{name}</dt>
          <dd className="m-0 min-w-0 wrap-anywhere whitespace-pre-wrap">
            {value === null
              ? <span className="text-muted">{t("parameters.secretHidden")}</span>
              : valueText(value, messages)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
