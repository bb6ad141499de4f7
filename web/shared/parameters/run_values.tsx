import type { ReactNode } from "react";
import type { Run } from "../../../server/contract/runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { valueText } from "./parameter_text.ts";

interface RunValuesProps {
  run: Pick<Run, "id" | "parameters" | "outputs"> & Partial<Pick<Run, "outputFiles" | "detail">>;
  /** Of each list; by default, its padding in a dialog. */
  className?: string;
}

/** Renders the values of parameters that a run was given, and what it has left for others; nothing for a run without. */
export function RunValues({ run, className = "px-5 pb-3" }: RunValuesProps) {
  const messages = useMessages();
  const { t } = messages;
  const { id, parameters, outputs, outputFiles = 0, detail } = run;
  return (
    <>
      <ValueList
        label={t("parameters.given", { run: id })}
        title={t("parameters.title")}
        values={Object.entries(parameters ?? {}).map(([name, value]) => [
          name,
          value === null
            ? <span key={name} className="text-muted">{t("parameters.secretHidden")}</span>
            : valueText(value, messages),
        ])}
        className={className}
      />
      <ValueList
        label={t("flows.outputsOf", { run: id })}
        title={t("flows.outputs")}
        values={[
          ...Object.entries(outputs ?? {}),
          ...outputFiles === 0
            ? []
            : [["$SUNDIAL_OUTPUT_DIR", t("flows.outputFiles", { count: outputFiles })] as const],
        ]}
        className={className}
      />
      {detail?.startsWith("outputs_") && (
        <p className={classNames("text-xs text-warning-text", className)}>
          {t("flows.outputsUnused")}
        </p>
      )}
    </>
  );
}

interface ValueListProps {
  label: string;
  /** Shown before the values. */
  title: string;
  values: readonly (readonly [string, ReactNode])[];
  className?: string | undefined;
}

function ValueList({ label, title, values, className }: ValueListProps) {
  if (values.length === 0) return null;
  return (
    <div className={classNames("flex gap-4 text-xs", className)}>
      <span aria-hidden className="shrink-0 text-muted">{title}</span>
      <dl
        aria-label={label}
        className="m-0 flex max-h-24 min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1 overflow-y-auto"
      >
        {values.map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="shrink-0 font-mono text-muted">{name}</dt>
            <dd className="m-0 min-w-0 wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
