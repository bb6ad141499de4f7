import assert from "node:assert/strict";
import { AppError } from "../../../contract/app_error.ts";
import { parse } from "../../../contract/parsed.ts";
import { taskLimits } from "../../../contract/limits/tasks.ts";
import { taskPatch } from "../../../contract/tasks.ts";
import { refuseParameters } from "./parameter_rules.ts";
import { scheduleColumns } from "./rule_values.ts";

type Given = { name: string; type: string } & Record<string, unknown>;

const text = { name: "mode", type: "text" };

/** Returns the issues of a patch as `path code`. */
async function issuesOf(
  patch: unknown,
  before: Parameters<typeof refuseParameters>[1] = null,
): Promise<string[]> {
  try {
    await refuseParameters(parse(taskPatch, patch as never), before);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.issues.map(({ path, code }) => `${path} ${code}`);
  }
}

const declarations: [string, Given[], string[]][] = [
  ["a text", [text], []],
  [
    "names near those that are protected",
    ["LDAP_URL", "NODE_ENV", "GIT_BRANCH", "PYTHON_VERSION", "path"].map((name) => ({ ...text, name })),
    [],
  ],
  ["each type", [
    {
      ...text,
      required: true,
      default: "a\n$(b)",
      pattern: "[^x]*",
      label: "Mode",
      help: { en: "E", zh: "中" },
    },
    { name: "count", type: "number", default: 3, min: 1, max: 5 },
    { name: "level", type: "choice", choices: ["low", "high"], default: "low" },
    { name: "full", type: "switch", default: true },
    { name: "day", type: "date", default: "2028-02-29", min: "2026-01-01", max: "2030-01-01" },
    { name: "token", type: "secret", required: true, pattern: "[a-z]+" },
    { name: "list", type: "file", default: "lists/中文 a.txt", pattern: "lists/.*" },
  ], []],
  ["a name twice", [text, text], ["parameters.1.name same_parameter"]],
  ["no variable name", [{ ...text, name: "a-b" }], ["parameters.0.name bad_variable_name"]],
  ["a name of the panel", [{ ...text, name: "SUNDIAL_RUN_ID" }], ["parameters.0.name reserved_name"]],
  ["a name of the panel in small letters", [{ ...text, name: "sundial_x" }], [
    "parameters.0.name reserved_name",
  ]],
  ["a name of the shell", [{ ...text, name: "IFS" }], ["parameters.0.name shell_name"]],
  ...[
    "PATH",
    "LD_PRELOAD",
    "BASH_ENV",
    "NODE_OPTIONS",
    "PYTHONPATH",
    "DENO_DIR",
    "PERL5OPT",
    "GIT_SSH_COMMAND",
  ].map(
    (name): [string, Given[], string[]] => [name, [{ ...text, name }], ["parameters.0.name protected_name"]],
  ),
  ["an invalid pattern", [{ ...text, pattern: "(" }], ["parameters.0.pattern incorrect_pattern"]],
  ["a pattern with lookahead", [{ ...text, pattern: "(?=a)a" }], [
    "parameters.0.pattern pattern_not_supported",
  ]],
  ["a pattern with a back reference", [{ ...text, pattern: "(a)\\1" }], [
    "parameters.0.pattern pattern_not_supported",
  ]],
  ["a pattern of a million steps", [{ ...text, pattern: "((a{50}){50}){50}" }], [
    "parameters.0.pattern incorrect_pattern",
  ]],
  ["a pattern of a number", [{ name: "n", type: "number", pattern: "1" }], [
    "parameters.0.pattern not_of_type",
  ]],
  ["a range of a text", [{ ...text, min: 1 }], ["parameters.0.min not_of_type"]],
  ["a date as the least number", [{ name: "n", type: "number", min: "2026-01-01" }], [
    "parameters.0.min bad_number",
  ]],
  ["a number as the last date", [{ name: "d", type: "date", max: 3 }], ["parameters.0.max bad_date"]],
  ["a reversed range", [{ name: "n", type: "number", min: 2, max: 1 }], ["parameters.0.max range_reversed"]],
  ["a choice without choices", [{ name: "c", type: "choice" }], ["parameters.0.choices no_choices"]],
  ["a choice twice", [{ name: "c", type: "choice", choices: ["a", "a"] }], [
    "parameters.0.choices same_choice",
  ]],
  ["choices of a text", [{ ...text, choices: ["a"] }], ["parameters.0.choices not_of_type"]],
  ["a default outside of the range", [{ name: "n", type: "number", max: 1, default: 2 }], [
    "parameters.0.default too_big",
  ]],
  ["a default against the pattern", [{ ...text, pattern: "b+", default: "abb" }], [
    "parameters.0.default pattern_mismatch",
  ]],
  ["an empty default of what is required", [{ ...text, required: true, default: "" }], [
    "parameters.0.default parameter_required",
  ]],
  ["a default that is no choice", [{ name: "c", type: "choice", choices: ["a"], default: "b" }], [
    "parameters.0.default invalid_value",
  ]],
  ["a day that does not exist", [{ name: "d", type: "date", default: "2026-02-29" }], [
    "parameters.0.default bad_date",
  ]],
  ["a default of a secret", [{ name: "s", type: "secret", default: "x" }], [
    "parameters.0.default secret_by_hand_only",
  ]],
  ...["../up", "/etc/passwd", "a//b", ".sundial-x/y"].map((path): [string, Given[], string[]] => [
    `the file ${path}`,
    [{ name: "f", type: "file", default: path }],
    [`parameters.0.default ${path.startsWith(".sundial") ? "reserved_name" : "bad_path"}`],
  ]),
  ["a value with more than 64 KiB in bytes", [{ ...text, default: "中".repeat(30_000) }], [
    "parameters.0.default too_many_bytes",
  ]],
  ["too many", Array.from({ length: taskLimits.parameters + 1 }, (_, n) => ({ ...text, name: `a${n}` })), [
    "parameters too_many",
  ]],
  [
    "too much together",
    Array.from({ length: 5 }, (_, n) => ({ ...text, name: `a${n}`, default: "x".repeat(60_000) })),
    [
      "parameters too_many_bytes",
    ],
  ],
  ["half a character", [{ ...text, default: "\ud83d" }], ["parameters.0.default invalid_character"]],
];

for (const [what, parameters, expected] of declarations) {
  Deno.test(`parameters: ${what} is ${expected.length === 0 ? "accepted" : "rejected"}`, async () => {
    assert.deepEqual(await issuesOf({ parameters }), expected);
  });
}

Deno.test("parameters: a pattern that makes a backtracking matcher hang takes linear time", async () => {
  const parameters = [{ ...text, pattern: "(a+)+b", default: "a".repeat(60_000) }];
  assert.deepEqual(await issuesOf({ parameters }), ["parameters.0.default pattern_mismatch"]);
});

const full = { name: "full", type: "switch", default: false };
const target = { name: "target", type: "text", required: true, pattern: "[a-z]+" };
const secret = { name: "token", type: "secret" };
const monday = "0 6 * * 1";

const rules: [string, unknown[], unknown, string[]][] = [
  ["values of two rules", [full, target], [
    { rule: monday, parameters: { full: true, target: "a" } },
    { rule: "0 6 * * 2", parameters: { target: "b", full: "false" } },
  ], []],
  ["a rule without a value that is required", [target], ["0 6 * * 2", {
    rule: monday,
    parameters: { target: "a" },
  }], [
    "schedules.0.parameters.target rule_without_value",
  ]],
  ["null for what is required", [{ ...target, default: "a" }], [{
    rule: monday,
    parameters: { target: null },
  }], [
    "schedules.0.parameters.target rule_without_value",
  ]],
  ["the start of the panel, without a value that is required", [target], "startup", [
    "schedules parameter_required",
  ]],
  ["no rule at all", [target], "manual", []],
  ["an unknown parameter", [full], [{ rule: monday, parameters: { ful: true } }], [
    "schedules.0.parameters.ful unknown_parameter",
  ]],
  ["a value of another type", [full], [{ rule: monday, parameters: { full: "yes" } }], [
    "schedules.0.parameters.full invalid_type",
  ]],
  ["a value against the pattern", [target], [{ rule: monday, parameters: { target: "A" } }], [
    "schedules.0.parameters.target pattern_mismatch",
  ]],
  ["a secret", [secret], [{ rule: monday, parameters: { token: "abcdef" } }], [
    "schedules.0.parameters.token secret_by_hand_only",
  ]],
  ["one rule with two values", [full], [
    { rule: monday, parameters: { full: true } },
    { rule: monday, parameters: { full: false } },
  ], ["schedules.1.parameters rule_with_two_values"]],
];

for (const [what, parameters, schedules, expected] of rules) {
  Deno.test(`parameters: rules with ${what} are ${expected.length === 0 ? "accepted" : "rejected"}`, async () => {
    assert.deepEqual(await issuesOf({ parameters, schedules }), expected);
  });
}

Deno.test("parameters: a change that breaks the values of a rule names the rule and the parameter", async () => {
  const parameters = [full, target];
  const { parameters: declared } = parse(taskPatch, { parameters } as never);
  const before = {
    parameters_json: JSON.stringify(declared),
    upstream_json: null,
    triggers_json: "[]",
    ...scheduleColumns([{ rule: monday, parameters: { full: true, target: "a" } }]),
  };
  const rejected = async (changed: unknown[]) => {
    try {
      await refuseParameters(parse(taskPatch, { parameters: changed } as never), before);
    } catch (error) {
      if (error instanceof AppError) return error.issues;
      throw error;
    }
  };
  assert.equal(await rejected(parameters), undefined);
  assert.deepEqual(await rejected([full]), [
    { path: "parameters", code: "rule_breaks_parameter", params: { rule: monday, parameter: "target" } },
  ]);
  assert.deepEqual(await rejected([full, { ...target, pattern: "b" }]), [
    { path: "parameters", code: "rule_breaks_parameter", params: { rule: monday, parameter: "target" } },
  ]);
  assert.deepEqual(await rejected([full, target, { name: "more", type: "date", required: true }]), [
    { path: "parameters", code: "rule_without_value", params: { rule: monday, parameter: "more" } },
  ]);
});
