import type { ParameterValues } from "../../../../server/contract/parameters.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ParameterFields } from "../../../shared/parameters/parameter_fields.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { useErrorsInside, useFormField } from "../../../ui/form/fields.tsx";
import { type ParameterRow, parametersOf } from "./parameter_rows.ts";

/** Renders the values that one rule gives to the parameters; secrets are given by hand only. */
export default function RuleValues({ index, rule }: { index: number; rule: string }) {
  const { t } = useMessages();
  const { value: rows } = useFormField<readonly ParameterRow[]>("parameters");
  const { value: all, onValue } = useFormField<readonly ParameterValues[]>("ruleValues");
  const errorIn = useErrorsInside("ruleValues");
  const parameters = parametersOf(rows).filter(({ name, type }) => name !== "" && type !== "secret");
  if (parameters.length === 0) return null;
  const error = errorIn(index);
  const isOfAll = error !== undefined &&
    parameters.every(({ name }) => errorIn(`${index}.${name}`) === undefined);
  const set = (values: ParameterValues) => {
    const next = [...all];
    while (next.length <= index) next.push({});
    next[index] = values;
    onValue(next);
  };
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-4 rounded-md border border-line p-3">
      <legend className="px-1 text-xs font-medium text-muted">
        {t("parameters.ofRule")} <code className="font-mono">{rule}</code>
      </legend>
      <ParameterFields
        parameters={parameters}
        values={all[index] ?? {}}
        onValues={set}
        errorOf={(name) => errorIn(`${index}.${name}`)}
        ofRule
      />
      {isOfAll && <Callout tone="danger">{error}</Callout>}
      <p className="text-xs text-muted">{t("parameters.ofRuleHelp")}</p>
    </fieldset>
  );
}
