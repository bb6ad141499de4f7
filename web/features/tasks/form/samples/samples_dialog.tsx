import { useState } from "react";
import type { Calendar } from "../../../../../server/contract/calendars.ts";
import type { List } from "../../../../../server/contract/shapes.ts";
import type { Variable } from "../../../../../server/contract/variables.ts";
import { queryKeys } from "../../../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../../../api/use_api.tsx";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { Button } from "../../../../ui/buttons/button.tsx";
import { useToast } from "../../../../ui/feedback/use_toast.tsx";
import { PasswordField, Select, TextField, useFormValues } from "../../../../ui/form/fields.tsx";
import { FormDialog } from "../../../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../../../ui/form/use_server_form.ts";
import { ArrowLeft } from "../../../../ui/icons/icons.ts";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { commandOfSample, type Sample, samples } from "./samples.ts";

/** What a sample fills into the form of a task. */
export interface SampleTask {
  name: string;
  command: string;
  rules: readonly string[];
  randomDelayMs: number | null;
  /** Id of the calendar whose days off are left out; empty for none. */
  calendar: string;
}

interface SamplesDialogProps {
  onClose: () => void;
  onUse: (task: SampleTask) => void;
}

/** Offers commands to start a task with, and asks for what the chosen one needs. */
export default function SamplesDialog({ onClose, onUse }: SamplesDialogProps) {
  const [chosen, setChosen] = useState<Sample | null>(null);
  return chosen
    ? <SampleForm sample={chosen} onBack={() => setChosen(null)} {...{ onClose, onUse }} />
    : <SampleList onChoose={setChosen} onClose={onClose} />;
}

function SampleList({ onChoose, onClose }: { onChoose: (sample: Sample) => void; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <Dialog
      size="wide"
      title={t("taskSamples.title")}
      description={t("taskSamples.help")}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("ui.cancel")}</Button>}
    >
      <ul className="grid list-none gap-2 p-0 sm:grid-cols-2">
        {samples.map((sample) => (
          <li key={sample.id} className="flex">
            <button
              type="button"
              onClick={() => onChoose(sample)}
              className="flex w-full flex-col gap-0.5 rounded-md border border-line px-3 py-2.5 text-start hover:border-line-strong hover:bg-hover"
            >
              <span className="text-sm font-medium">{t(sample.title)}</span>
              <span className="text-xs text-muted">{t(sample.text)}</span>
              <span className="mt-auto pt-1 text-xs text-faint">
                {t("taskSamples.needs", { programs: sample.needs.join(" · ") })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type Values = Record<string, string>;

/** The name of the form's field for a secret, which no other field has. */
const secretField = (name: string) => `secret ${name}`;

function SampleForm(
  { sample, onBack, onClose, onUse }: SamplesDialogProps & { sample: Sample; onBack: () => void },
) {
  const { t } = useMessages();
  const store = useStoreSecret();
  const { data: calendars } = useApiQuery<List<Calendar>>(queryKeys.calendars("list"), "/calendars", {
    enabled: sample.calendarRule !== undefined,
  });
  const values: Values = {
    ...Object.fromEntries(sample.fields.map(({ name, initial }) => [name, initial])),
    ...Object.fromEntries(sample.secrets.map((name) => [secretField(name), ""])),
    calendar: "",
  };
  const form = useServerForm<Values, SampleTask>({
    values,
    guarded: false,
    check: (typed) =>
      Object.fromEntries(sample.fields.map(({ name, label, type }) => {
        const value = (typed[name] ?? "").trim();
        if (value === "") return [name, t("ui.required", { label: t(label) })];
        return [name, type === "number" && !/^[1-9]\d{0,3}$|^10000$/.test(value) && t("taskSamples.number")];
      })),
    save: async ({ values: typed }) => {
      for (const name of sample.secrets) await store(name, typed[secretField(name)] ?? "");
      return {
        name: t(sample.title),
        command: commandOfSample(sample, typed),
        rules: [typed["calendar"] ? sample.calendarRule ?? sample.rule : sample.rule],
        calendar: typed["calendar"] ?? "",
        randomDelayMs: sample.randomDelayMs ?? null,
      };
    },
    onSaved: onUse,
  });
  return (
    <FormDialog
      form={form}
      size="wide"
      title={t(sample.title)}
      description={t(sample.text)}
      submitLabel={t("taskSamples.use")}
      footer={
        <Button
          variant="ghost"
          icon={<ArrowLeft aria-hidden className="rtl:rotate-180" />}
          className="me-auto"
          onClick={onBack}
        >
          {t("taskSamples.back")}
        </Button>
      }
      onClose={onClose}
    >
      {sample.fields.map(({ name, label, type }, index) => (
        <TextField
          key={name}
          name={name}
          mono={type !== "number"}
          autoFocus={index === 0}
          autoComplete="off"
          label={t(label)}
        />
      ))}
      {calendars && calendars.total > 0 && (
        <Select
          name="calendar"
          label={t("tasks.calendar")}
          options={[
            { value: "", label: t("taskSamples.mondayToFriday") },
            ...calendars.items.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {sample.secrets.map((name) => (
        <PasswordField
          key={name}
          name={secretField(name)}
          optional
          autoComplete="off"
          label={name}
          help={t("taskSamples.secretHelp")}
        />
      ))}
      <Preview sample={sample} />
    </FormDialog>
  );
}

function Preview({ sample }: { sample: Sample }) {
  const { t } = useMessages();
  const values = useFormValues<Values>();
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t("taskSamples.command")}</h3>
      <pre
        tabIndex={0}
        className="overflow-x-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap break-words"
      >{commandOfSample(sample, values)}</pre>
    </section>
  );
}

/** Returns a function that stores a secret as a variable, unless it is empty or there is one of that name. */
function useStoreSecret() {
  const { t } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  return async (name: string, value: string): Promise<void> => {
    if (value === "") return;
    // A second one of the same name would be joined with the first.
    const { total } = await api.get<List<Variable>>("/variables", { query: { name, pageSize: 1 } });
    if (total > 0) {
      return toast.notify("warning", t("taskSamples.secretExists", { name }));
    }
    await api.post("/variables", { name, value, secret: true });
    toast.notify("success", t("taskSamples.secretStored", { name }));
    await queries.invalidateQueries({ queryKey: queryKeys.variables() });
  };
}
