import type { JoinRule, Variable } from "../../../../server/contract/variables.ts";
import { variableLimits } from "../../../../server/contract/limits/variables.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import {
  ChipsField,
  Switch,
  TextField,
  useFormChange,
  useFormField,
  useFormValues,
} from "../../../ui/form/fields.tsx";
import { FormDialog, SubmitHint } from "../../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../../ui/form/loaded_form.tsx";
import { useServerForm } from "../../../ui/form/use_server_form.ts";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { useSettled } from "../../../ui/use_settled.ts";
import { useNamesakes, useSaveVariable, useVariable, useVariableLabels } from "../api.ts";
import { Mentions } from "../list/mentions.tsx";
import { TaskLinks } from "../list/task_links.tsx";
import { ValueField } from "./value_field.tsx";
import {
  emptyValues,
  listValues,
  readAssignment,
  readsLikeSecret,
  valuesOf,
  type VariableValues,
} from "./variable_values.ts";

interface VariableDialogProps {
  id: number | null;
  /** The name that a new one starts with. */
  name?: string;
  onClose: () => void;
}

/** Creates or edits a variable over the list. */
export default function VariableDialog({ id, name = "", onClose }: VariableDialogProps) {
  const { t } = useMessages();
  return (
    <LoadedForm
      isNew={id === null}
      query={useVariable(id)}
      title={t("variables.editTitle")}
      gone={{ title: t("variables.notFound"), text: t("variables.notFoundHelp") }}
      onClose={onClose}
    >
      {(variable) => <VariableForm variable={variable} name={name} onClose={onClose} />}
    </LoadedForm>
  );
}

function VariableForm(
  { variable, name, onClose }: { variable: Variable | null; name: string; onClose: () => void },
) {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const form = useServerForm({
    values: variable ? valuesOf(variable) : { ...emptyValues, name },
    base: variable,
    save: useSaveVariable(variable).mutateAsync,
    onSaved: onClose,
    check: ({ name }) => ({
      name: name.trim() === "" && t("ui.required", { label: t("variables.name") }),
    }),
    // With several variables, the path starts with the index of the variable.
    fieldOf: (path) => path.replace(/^\d+\./, ""),
    loadCurrent: () => api.get<Variable>(`/variables/${variable?.id}`),
    onError: (error) =>
      error instanceof ApiProblem && error.code === "not_found"
        ? toast.notify("danger", t("variables.notFound"), t("variables.gone"))
        : toast.problem(error),
  });
  return (
    <FormDialog
      form={form}
      title={t(variable ? "variables.editTitle" : "variables.createTitle")}
      submitLabel={variable ? t("ui.save") : <CreateLabel />}
      stale={{ text: t("variables.stale") }}
      footer={<SubmitHint />}
      onClose={onClose}
    >
      <NameField />
      <ValueField variable={variable} />
      <SecretSwitch />
      <JoinField variable={variable} />
      <TextField
        name="remarks"
        optional
        label={t("variables.remarks")}
        maxLength={variableLimits.remarks}
      />
      <LabelsField />
      <Switch name="enabled" label={t("variables.enabled")} help={t("variables.enabledHelp")} />
      {variable && <UsedBy variable={variable} />}
      {variable && <MentionedIn variable={variable} />}
    </FormDialog>
  );
}

/** Renders the switch for secrets, and suggests it for a name that reads like one. */
function SecretSwitch() {
  const { t } = useMessages();
  const { name, secret } = useFormValues<VariableValues>();
  const help = !secret && readsLikeSecret(name) ? "variables.secretSuggested" : "variables.secretHelp";
  return <Switch name="secret" label={t("variables.secret")} help={t(help)} />;
}

function CreateLabel() {
  const { t } = useMessages();
  return t("variables.createCount", { count: listValues(useFormValues<VariableValues>()).length });
}

function NameField() {
  const { t } = useMessages();
  const { value } = useFormField<string>("name");
  const change = useFormChange<VariableValues>();
  return (
    <TextField
      name="name"
      mono
      label={t("variables.name")}
      help={t("variables.nameHelp")}
      maxLength={variableLimits.name}
      onPaste={(event) => {
        const pasted = value === "" && readAssignment(event.clipboardData.getData("text"));
        if (!pasted) return;
        event.preventDefault();
        change(pasted);
      }}
    />
  );
}

function LabelsField() {
  const { t, format } = useMessages();
  const options = useVariableLabels().map(({ label, variables }) => ({
    value: label,
    hint: format.number(variables),
  }));
  return (
    <ChipsField
      name="labels"
      commas
      optional
      label={t("tasks.labels")}
      help={t("variables.labelsHelp")}
      options={options}
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

function MentionedIn({ variable }: { variable: Variable }) {
  const { t } = useMessages();
  return (
    <section aria-label={t("variables.mentionedIn")} className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t("variables.mentionedIn")}</h3>
      <Mentions variable={variable} className="max-h-40 overflow-y-auto rounded-md bg-sunken px-3 py-2" />
    </section>
  );
}

const settleMs = 250;

/** Renders how several variables of this name are combined; visible when there are, or will be, several. */
function JoinField({ variable }: { variable: Variable | null }) {
  const { t } = useMessages();
  const values = useFormValues<VariableValues>();
  const { value: join, onValue, error } = useFormField<JoinRule | null>("join");
  const name = useSettled(values.name.trim(), settleMs);
  const found = useNamesakes(/^[A-Za-z_]\w*$/.test(name) ? name : "");
  const existing = found?.total ?? 0;
  const others = variable && variable.name === name ? existing - 1 : existing;
  const rule = join ?? found?.items[0]?.join ?? "join";
  const several = others > 0 || listValues(values).length > 1;
  if (!several && rule === "join") return null;
  return (
    <>
      <SegmentedControl
        label={t("variables.joinLabel")}
        value={rule}
        onValue={onValue}
        options={[
          { value: "join", label: t("variables.joinJoin") },
          { value: "last", label: t("variables.joinLast") },
        ]}
        help={t("variables.joinHelp", { count: others, name: name || "…" })}
      />
      {error && <Callout tone="danger">{error}</Callout>}
    </>
  );
}
