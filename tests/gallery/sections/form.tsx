import { useEffect, useRef } from "react";
import { ApiProblem } from "../../../web/api/api_problem.ts";
import { Button } from "../../../web/ui/buttons/button.tsx";
import {
  ChipsField,
  NumberField,
  SegmentedControl,
  Select,
  Switch,
  TextArea,
  TextField,
} from "../../../web/ui/form/fields.tsx";
import { Form } from "../../../web/ui/form/form_dialog.tsx";
import { type ServerForm, useServerForm } from "../../../web/ui/form/use_server_form.ts";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

interface Values {
  name: string;
  command: string;
  labels: readonly string[];
  timeout: number | null;
  policy: string;
  view: string;
  enabled: boolean;
}

export function FormSection() {
  const { states } = samples;
  const form = useSampleForm();
  const rejected = useRejectedForm();
  return (
    <Examples>
      <Example name={states.filled}>
        <SampleForm form={form} />
      </Example>
      <Example name={states.error}>
        <SampleForm form={rejected} />
      </Example>
    </Examples>
  );
}

function useSampleForm(): ServerForm<Values> {
  const { sampleName, longCommand } = samples;
  return useServerForm<Values, unknown, unknown>({
    values: {
      name: sampleName,
      command: longCommand,
      labels: ["backup", "nightly"],
      timeout: 90,
      policy: "queue",
      view: "queue",
      enabled: true,
    },
    save: () => Promise.resolve(),
    onSaved: () => {},
    guarded: false,
  });
}

/** Returns a form that the server has rejected because of its name. */
export function useRejectedForm(): ServerForm<Values> {
  const { wrong } = samples;
  const form = useSampleForm();
  const reject = useRef(form.reject);
  useEffect(() => {
    const issues = ["name", "timeout"].map((path) => ({
      ...{ path, code: "required" as const, message: wrong, params: {} },
    }));
    reject.current(
      new ApiProblem({ title: wrong, status: 422, detail: wrong, code: "validation_failed", issues }),
    );
  }, [wrong]);
  return form;
}

function SampleForm({ form }: { form: ServerForm<Values> }) {
  const { save } = samples;
  return (
    <Form form={form} className="flex flex-col gap-5">
      <SampleFields />
      <div>
        <Button variant="primary" type="submit">{save}</Button>
      </div>
    </Form>
  );
}

export function SampleFields() {
  const options = [{ value: "queue", label: samples.queue }, { value: "skip", label: samples.skip }];
  return (
    <>
      <TextField name="name" label={samples.name} help={samples.help} />
      <TextArea name="command" label={samples.command} mono />
      <ChipsField name="labels" label={samples.labels} optional />
      <NumberField name="timeout" label={samples.timeout} unit={samples.seconds} />
      <Select name="policy" label={samples.policy} options={options} />
      <SegmentedControl name="view" label={samples.schedule} options={options} />
      <Switch name="enabled" label={samples.enabled} />
    </>
  );
}
