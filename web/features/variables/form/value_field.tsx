import { Eye, Split } from "../../../ui/icons/icons.ts";
import type { Variable } from "../../../../server/contract/variables.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { useFormChange, useFormField, useFormValues } from "../../../ui/form/fields.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { byteLength, splitValue, type VariableValues } from "./variable_values.ts";
import { variableLimits } from "../../../../server/contract/limits/variables.ts";
import { useIsAdministrator } from "../../../api/use_permissions.ts";

/** Renders the value: several lines, its size in bytes, optionally split into several variables. */
export function ValueField({ variable }: { variable: Variable | null }) {
  const { t } = useMessages();
  const { value, error } = useFormField<string | null>("value", { label: t("variables.value") });
  const { name, split } = useFormValues<VariableValues>();
  const change = useFormChange<VariableValues>();
  const unseen = value === null;
  const mayReveal = useIsAdministrator();
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        mono
        rows={3}
        label={t("variables.value")}
        value={value ?? ""}
        placeholder={unseen ? t("variables.valueKept") : undefined}
        onChange={({ target: { value } }) =>
          change({ value: variable?.secret && value === "" ? null : value, split: split && value !== "" })}
        error={error}
        help={unseen ? t("variables.valueKeptHelp") : <ByteCount name={name} value={value} />}
      />
      {variable && unseen && mayReveal && (
        <Reveal
          variable={variable}
          onValue={(value) => change({ value })}
        />
      )}
      {!variable && <SplitOffer />}
    </div>
  );
}

function ByteCount({ name, value }: { name: string; value: string }) {
  const { t, format } = useMessages();
  const bytes = byteLength(value);
  if (bytes === 0) return null;
  const max = variableLimits.entryBytes - byteLength(name.trim()) - 2;
  return (
    <span className={classNames("tabular-nums", bytes > max && "text-danger-text")}>
      {t("variables.bytes", { bytes: format.number(bytes), most: format.number(max) })}
    </span>
  );
}

function Reveal({ variable: { id }, onValue }: { variable: Variable; onValue: (value: string) => void }) {
  const { t } = useMessages();
  const reveal = useAction({
    send: (api) => api.get<Variable>(`/variables/${id}`, { query: { reveal: true } }),
    invalidates: [],
  });
  return (
    <Button
      size="small"
      className="self-start"
      icon={<Eye size={14} />}
      loading={reveal.isPending}
      onClick={() => reveal.mutate(undefined, { onSuccess: ({ value }) => onValue(value) })}
    >
      {t("variables.revealToEdit")}
    </Button>
  );
}

const maxVisible = 6;

/** Offers to create several variables from a value that looks like several, and lists them. */
function SplitOffer() {
  const { t, format } = useMessages();
  const { name, value, split, secret } = useFormValues<VariableValues>();
  const change = useFormChange<VariableValues>();
  const values = splitValue(value ?? "");
  if (values.length < 2) return null;
  if (!split) {
    return (
      <Button
        size="small"
        className="self-start"
        icon={<Split size={14} />}
        onClick={() => change({ split: true })}
      >
        {t("variables.split", { count: format.number(values.length) })}
      </Button>
    );
  }
  return (
    <section aria-label={t("variables.splitPreview")} className="rounded-md bg-sunken px-3 py-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-xs font-medium text-muted">
          {t("variables.splitInto", { count: format.number(values.length) })}
        </h3>
        <Button size="small" variant="ghost" onClick={() => change({ split: false })}>
          {t("variables.splitUndo")}
        </Button>
      </div>
      <ol className="mt-1 flex flex-col gap-1">
        {values.slice(0, maxVisible).map((value, index) => (
          <li key={index} className="flex min-w-0 gap-2 font-mono text-xs">
            <span className="max-w-1/3 shrink-0 truncate text-muted">{name || "…"}</span>
            <span className="truncate">{secret ? "••••••••" : value}</span>
          </li>
        ))}
        {values.length > maxVisible && (
          <li className="text-xs text-faint">
            {t("task.refusedMore", { count: format.number(values.length - maxVisible) })}
          </li>
        )}
      </ol>
    </section>
  );
}
