import type { ParameterValues } from "../../../../server/contract/parameters.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ParameterFields } from "../../../shared/parameters/parameter_fields.tsx";
import { useErrorsInside, useFormField } from "../../../ui/form/fields.tsx";
import { type ParameterRow, parametersOf } from "./parameter_rows.ts";
import type { TaskValues } from "./task_values.ts";

type Links = TaskValues["upstream"]["tasks"];

/** Renders the values that parameters get when one link starts the task; secrets are given by hand only. */
export default function LinkValues({ index, task }: { index: number; task: string }) {
  const { t } = useMessages();
  const { value: rows } = useFormField<readonly ParameterRow[]>("parameters");
  const { value: links, onValue } = useFormField<Links>("upstream.tasks");
  const errorIn = useErrorsInside("upstream.tasks");
  const parameters = parametersOf(rows).filter(({ name, type }) => name !== "" && type !== "secret");
  if (parameters.length === 0) return null;
  const set = (values: ParameterValues) =>
    onValue(links.map((link, at) => at === index ? { ...link, parameters: values } : link));
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-4 rounded-md border border-line p-3">
      <legend className="px-1 text-xs font-medium text-muted">{t("flows.linkValues", { task })}</legend>
      <ParameterFields
        parameters={parameters}
        values={links[index]?.parameters ?? {}}
        onValues={set}
        errorOf={(name) => errorIn(`${index}.parameters.${name}`)}
        ofRule
      />
    </fieldset>
  );
}
