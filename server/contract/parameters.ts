// Parameters of a task: what a run of it is given. Values reach the command as environment variables, and only so.
import * as z from "zod";
import { taskLimits } from "./limits/tasks.ts";
import { parameterTypes } from "./parameter_types.ts";
import { line, text } from "./shapes.ts";
import { variableName } from "./variables.ts";

const inBoth = (schema: z.ZodString) => z.union([schema, z.strictObject({ en: schema, zh: schema })]);

export const parameterValue = z.union([
  z.string().max(taskLimits.parameterBytes).regex(
    // deno-lint-ignore no-control-regex -- NUL is exactly what is refused here
    /^(?:[^\u0000\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/,
  ),
  z.number(),
  z.boolean(),
]);
export type ParameterValue = z.infer<typeof parameterValue>;

/** Values by name; null for none, not even the default. */
export const parameterValues = z.record(variableName, parameterValue.nullable()).refine(
  (values) => Object.keys(values).length <= taskLimits.parameters,
  { params: { code: "too_many", max: taskLimits.parameters } },
).meta({
  description:
    "Values by the names of parameters; null for no value, not even the default. A switch is true or false, a date " +
    "`2026-11-30`, a file its path below the scripts folder. Numbers and switches may be texts.",
});
export type ParameterValues = z.infer<typeof parameterValues>;

const limit = z.union([z.number(), z.iso.date()]).nullable().default(null);

export const parameter = z.strictObject({
  name: variableName.max(taskLimits.parameterName).meta({
    description: "Name of the environment variable that has the value",
  }),
  type: z.enum(parameterTypes),
  label: inBoth(line(taskLimits.parameterLabel).min(1)).optional().meta({
    description: "What forms show instead of the name: one text, or one in each language",
  }),
  help: inBoth(text(taskLimits.parameterHelp).min(1)).optional().meta({
    description: "One text, or one in each language",
  }),
  required: z.boolean().default(false).meta({ description: "Whether a run without a value is refused" }),
  default: parameterValue.nullable().default(null).meta({
    description: "Value of runs that are given none; null for none. A secret has no default.",
  }),
  pattern: z.string().min(1).max(taskLimits.parameterPattern).nullable().default(null).meta({
    description: "RE2 expression that the whole of a text, a secret or a path of a file must match",
  }),
  min: limit.meta({ description: "Least number, or first date" }),
  max: limit.meta({ description: "Greatest number, or last date" }),
  choices: z.array(line(taskLimits.parameterChoice).min(1)).min(1).max(taskLimits.parameterChoices).nullable()
    .default(null).meta({ description: "Values of a choice, in their order" }),
}).meta({ id: "TaskParameter" });
export type Parameter = z.infer<typeof parameter>;
export type ParameterText = NonNullable<Parameter["label"]>;

export const parameters = z.array(parameter).max(taskLimits.parameters);

/** What a run was given. */
export const runParameters = z.record(z.string(), parameterValue.nullable()).nullable().meta({
  description: "Values of the task's parameters that it got, defaults included; null stands for a secret. " +
    "Null for a run without parameters.",
});
export type RunParameters = z.infer<typeof runParameters>;
