import { useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { issueAt, otherIssues } from "../../../api/api_problem.ts";
import { useLeaveGuard } from "../../../shared/leave/leave_guard.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { ChipsField } from "../../../ui/inputs/chips_field.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { commandKey, KeyHint } from "../../../ui/data/key_hint.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { TaskLinks } from "../used_by/task_links.tsx";
import { useNamesakes, useVariableLabels } from "../use_variables.ts";
import { type Draft, isChanged, valuesOf } from "./draft.ts";
import { readAssignment } from "./split_value.ts";
import { useSaveVariable } from "./use_save_variable.ts";
import { ValueField } from "./value_field.tsx";
import type { FormParts } from "./form_parts.ts";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { useSettled } from "../../../ui/use_settled.ts";
import { variableLimits } from "../../../../server/contract/limits/variables.ts";

interface VariableFormProps {
  /** The variable that is edited, as it was when the form opened; null for a new one. */
  variable: Variable | null;
  start: Draft;
  onClose: () => void;
}

const visibleFields = ["name", "value", "secret", "remarks", "labels", "enabled", "join"];

/** The form of a variable in its dialog. It closes only after the panel said yes, and keeps what was typed until then. */
export function VariableForm({ variable, start: given, onClose }: VariableFormProps) {
  const { t } = useMessages();
  const [start] = useState(given);
  const [draft, setDraft] = useState(given);
  const [tried, setTried] = useState(false);
  const release = useLeaveGuard(isChanged(start, draft));
  const { save, busy, error, stale } = useSaveVariable({
    ...{ variable, start },
    onSaved: () => {
      release();
      onClose();
    },
  });
  const { isRepaired, mend, forget } = useRepaired();
  const set = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    mend(part);
  };
  const nameless = draft.name.trim() === "";
  const cause = (path: string) =>
    path === "name" && tried && nameless
      ? t("form.required", { label: t("variables.name") })
      : isRepaired(path)
      ? undefined
      : issueFromServer(error, path);
  const submit = () => {
    setTried(true);
    forget();
    if (!busy && !nameless) void save(draft, stale?.version ?? variable?.version ?? null);
  };
  const parts: FormParts = { variable, draft, set, error: cause };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={variable ? t("variables.editTitle") : t("variables.createTitle")}
      footer={
        <FormFooter {...{ busy, onClose }} editing={variable !== null} count={valuesOf(draft).length} />
      }
    >
      <div className="flex flex-col gap-5">
        {stale && <Callout tone="warning">{t("variables.stale")}</Callout>}
        <NameField {...parts} />
        <ValueField {...parts} />
        <Switch
          label={t("variables.secret")}
          help={t("variables.secretHelp")}
          checked={draft.secret}
          onChecked={(secret) => set({ secret })}
        />
        <JoinField {...parts} />
        <TextField
          optional
          label={t("variables.remarks")}
          maxLength={variableLimits.remarks}
          value={draft.remarks}
          onChange={(event) => set({ remarks: event.target.value })}
          error={cause("remarks")}
        />
        <LabelsField {...parts} />
        <Switch
          label={t("variables.enabledLong")}
          checked={draft.enabled}
          onChecked={(enabled) => set({ enabled })}
        />
        {cause("enabled") && <Callout tone="danger">{cause("enabled")}</Callout>}
        {variable && <UsedBy variable={variable} />}
        <OtherIssues error={error} />
      </div>
    </Dialog>
  );
}

// Of several at once, a place stands before the field.
function issueFromServer(error: unknown, path: string): string | undefined {
  return issueAt(error, path) ??
    otherIssues(error, []).find((issue) => issue.path.replace(/^\d+\./, "") === path)?.message;
}

function NameField({ draft, set, error }: FormParts) {
  const { t } = useMessages();
  return (
    <TextField
      mono
      label={t("variables.name")}
      help={t("variables.nameHelp")}
      maxLength={variableLimits.name}
      value={draft.name}
      onChange={(event) => set({ name: event.target.value })}
      onPaste={(event) => {
        const pasted = draft.name === "" && readAssignment(event.clipboardData.getData("text"));
        if (!pasted) return;
        event.preventDefault();
        set(pasted);
      }}
      error={error("name")}
    />
  );
}

function LabelsField({ draft, set, error }: FormParts) {
  const { t, format } = useMessages();
  const options = useVariableLabels().map(({ label, variables }) => ({
    value: label,
    hint: format.number(variables),
  }));
  return (
    <ChipsField
      commas
      optional
      label={t("tasks.labels")}
      help={t("variables.labelsHelp")}
      value={draft.labels}
      onValue={(labels) => set({ labels })}
      options={options}
      error={error("labels")}
    />
  );
}

function UsedBy({ variable }: { variable: Variable }) {
  const { t } = useMessages();
  return (
    <section aria-label={t("variables.usedBy")} className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t("variables.usedBy")}</h3>
      <TaskLinks
        variable={variable}
        className="max-h-40 overflow-y-auto rounded-md bg-sunken px-3 py-2"
      />
    </section>
  );
}

function FormFooter(
  { busy, editing, count, onClose }: { busy: boolean; editing: boolean; count: number; onClose: () => void },
) {
  const { t } = useMessages();
  const narrow = useNarrow();
  return (
    <>
      {!narrow && (
        <span className="me-auto flex items-center gap-2 text-xs text-faint">
          <KeyHint keys={[commandKey(), "Enter"]} />
          {t("task.submitHint")}
        </span>
      )}
      <Button onClick={onClose}>{t("ui.cancel")}</Button>
      <Button type="submit" variant="primary" loading={busy}>
        {editing ? t("ui.save") : t("variables.createCount", { count })}
      </Button>
    </>
  );
}

/** What was refused and has no field of its own here. */
function OtherIssues({ error }: { error: unknown }) {
  const issues = otherIssues(error, []).filter(({ path }) =>
    !visibleFields.some((field) => path.replace(/^\d+\./, "").split(".")[0] === field)
  );
  if (issues.length === 0) return null;
  return (
    <Callout tone="danger">
      {issues.map(({ path, message }) => <div key={path}>{path === "" ? message : `${path}: ${message}`}
      </div>)}
    </Callout>
  );
}

/** Remembers which fields were changed since the panel has last refused some: what was wrong with them may not be any more. */
function useRepaired() {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  return {
    isRepaired: (field: string) => fields.has(field),
    mend: (part: Partial<Draft>) => setFields((before) => new Set([...before, ...Object.keys(part)])),
    forget: () => setFields(new Set()),
  };
}

const settleMs = 250;

/** What becomes of several variables of this name; shown where there are, or will be, several. */
function JoinField({ variable, draft, set, error }: FormParts) {
  const { t } = useMessages();
  const name = useSettled(draft.name.trim(), settleMs);
  const found = useNamesakes(/^[A-Za-z_]\w*$/.test(name) ? name : "");
  const there = found?.total ?? 0;
  const others = variable && variable.name === name ? there - 1 : there;
  const rule = draft.join ?? found?.items[0]?.join ?? "join";
  const several = others > 0 || valuesOf(draft).length > 1;
  if (!several && rule === "join") return null;
  return (
    <>
      <SegmentedControl
        label={t("variables.joinLabel")}
        value={rule}
        onValue={(join) => set({ join })}
        options={[
          { value: "join", label: t("variables.joinJoin") },
          { value: "last", label: t("variables.joinLast") },
        ]}
        help={t("variables.joinHelp", { count: others, name: name || "…" })}
      />
      {error("join") && <Callout tone="danger">{error("join")}</Callout>}
    </>
  );
}
