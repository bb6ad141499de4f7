import { Eye, Split } from "lucide-react";
import { useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { byteLength, splitValue } from "./split_value.ts";
import type { FormParts } from "./form_parts.ts";
import { variableLimits } from "../../../../server/contract/limits/variables.ts";

/** The value: several lines, its bytes counted, split into several variables where that is wanted. */
export function ValueField(parts: FormParts) {
  const { t } = useMessages();
  const { variable, draft, set, error } = parts;
  const unseen = draft.value === null;
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        mono
        rows={3}
        label={t("variables.value")}
        value={draft.value ?? ""}
        placeholder={unseen ? t("variables.valueKept") : undefined}
        onChange={({ target: { value } }) =>
          set({ value: variable?.secret && value === "" ? null : value, split: draft.split && value !== "" })}
        error={error("value")}
        help={unseen
          ? t("variables.valueKeptHelp")
          : <ByteCount name={draft.name} value={draft.value ?? ""} />}
      />
      {variable && unseen && <Reveal variable={variable} onValue={(value) => set({ value })} />}
      {!variable && <SplitOffer {...parts} />}
    </div>
  );
}

function ByteCount({ name, value }: { name: string; value: string }) {
  const { t, format } = useMessages();
  const bytes = byteLength(value);
  const max = variableLimits.entryBytes - byteLength(name.trim()) - 2;
  return (
    <span className={classNames("tabular-nums", bytes > max && "text-danger-text")}>
      {t("variables.bytes", { bytes: format.number(bytes), most: format.number(max) })}
    </span>
  );
}

function Reveal({ variable: { id }, onValue }: { variable: Variable; onValue: (value: string) => void }) {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const reveal = async () => {
    setBusy(true);
    await api.get<Variable>(`/variables/${id}`, { query: { reveal: true } })
      .then(({ value }) => onValue(value)).catch(toast.problem);
    setBusy(false);
  };
  return (
    <Button
      size="small"
      className="self-start"
      icon={<Eye size={14} aria-hidden />}
      loading={busy}
      onClick={() => void reveal()}
    >
      {t("variables.revealToEdit")}
    </Button>
  );
}

const maxVisible = 6;

/** Offers to make several variables of a value that looks like several, and shows which. */
function SplitOffer({ draft, set }: FormParts) {
  const { t, format } = useMessages();
  const values = splitValue(draft.value ?? "");
  if (values.length < 2) return null;
  if (!draft.split) {
    return (
      <Button
        size="small"
        className="self-start"
        icon={<Split size={14} aria-hidden />}
        onClick={() => set({ split: true })}
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
        <Button size="small" variant="ghost" onClick={() => set({ split: false })}>
          {t("variables.splitUndo")}
        </Button>
      </div>
      <ol className="mt-1 flex flex-col gap-1">
        {values.slice(0, maxVisible).map((value, index) => (
          <li key={index} className="flex min-w-0 gap-2 font-mono text-xs">
            <span className="max-w-1/3 shrink-0 truncate text-muted">{draft.name || "…"}</span>
            <span className="truncate">{draft.secret ? "••••••••" : value}</span>
          </li>
        ))}
        {values.length > maxVisible && (
          <li className="text-xs text-faint">
            {t("actions.refusedMore", { count: format.number(values.length - maxVisible) })}
          </li>
        )}
      </ol>
    </section>
  );
}
