import assert from "node:assert/strict";
import * as z from "zod";
import { exampleOf } from "./example_body.ts";
import { JsonSchemas } from "./json_schemas.ts";

function example(schema: z.ZodType): unknown {
  const schemas = new JsonSchemas();
  return exampleOf(schemas.describe(schema, "input"), schemas.named);
}

Deno.test("example body: has the required fields, and accepts what a schema knows of their values", () => {
  const body = z.strictObject({
    name: z.string().max(5),
    remarks: z.string().optional(),
    kind: z.enum(["cron", "interval"]),
    ids: z.array(z.int().positive()).min(1),
    labels: z.array(z.string()),
    count: z.int().min(3),
    inner: z.strictObject({ on: z.boolean() }).meta({ id: "Inner" }),
    either: z.union([z.literal("manual"), z.array(z.string())]),
  });
  assert.deepEqual(example(body), {
    name: "",
    kind: "cron",
    ids: [1],
    labels: [],
    count: 3,
    inner: { on: false },
    either: "manual",
  });
});

Deno.test("example body: ends for a schema that contains itself", () => {
  const tree = { $ref: "#/components/schemas/Tree" };
  const named = { Tree: { type: "object", properties: { child: tree }, required: ["child"] } };
  assert.match(JSON.stringify(exampleOf(tree, named)), /^\{"child":.*null/);
});
