// The endpoints of a panel, from its API document.
import { everyFile, everyTable } from "./retained_files.ts";
import type { TestPanel } from "./test_panel.ts";
import { sampleOf } from "./sample_of.ts";

export interface Endpoint {
  method: string;
  /** Below `/api`; parameters are replaced by 1. */
  path: string;
  access: string;
  stepUp: boolean;
  /** Whether people whose role holds for some labels may call it. */
  byLabels: boolean;
  hasBody: boolean;
  /** A body that the route would accept, or nearly. */
  body: unknown;
  /** Whether it is one of the compatible API. */
  compatible: boolean;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object };
}

interface Operation {
  "x-access": string;
  "x-by-labels"?: boolean;
  "x-step-up"?: boolean | string[];
  "x-compatible"?: boolean;
  parameters: { name: string; in: string; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
}

/** Lists every route of a panel but the compatible ones; `headers` belong to a user who may read the API document. */
export async function listEndpoints(panel: TestPanel, headers: Record<string, string>): Promise<Endpoint[]> {
  return (await readEndpoints(panel, headers)).filter(({ compatible }) => !compatible);
}

export async function listCompatibleEndpoints(
  panel: TestPanel,
  headers: Record<string, string>,
): Promise<Endpoint[]> {
  return (await readEndpoints(panel, headers)).filter(({ compatible }) => compatible);
}

async function readEndpoints(panel: TestPanel, headers: Record<string, string>): Promise<Endpoint[]> {
  const { paths, components: { schemas } }: Document = await panel.request("GET", "/openapi.json", {
    headers,
  });
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const { "x-access": access, "x-step-up": stepUp, requestBody, parameters } = operation;
      const schema = requestBody?.content["application/json"]?.schema;
      const endpoint = {
        ...{ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, "1"), access },
        compatible: operation["x-compatible"] === true,
        ...{
          stepUp: stepUp === true,
          byLabels: operation["x-by-labels"] === true,
          hasBody: schema !== undefined,
          body: sampleOf(schema, schemas),
        },
      };
      if (!Array.isArray(stepUp)) return [endpoint];
      // Each of these fields has permissions of its own at the same URL.
      return [
        endpoint,
        ...stepUp.map((name) => {
          const inQuery = parameters.some((parameter) => parameter.in === "query" && parameter.name === name);
          return inQuery
            ? { ...endpoint, stepUp: true, path: `${endpoint.path}?${name}=true` }
            : { ...endpoint, stepUp: true, body: withField(schema, schemas, name) };
        }),
      ];
    })
  );
}

/** Values of fields that are checked by more than their type. */
const valid = { url: "https://example.org/one.git", pinnedCommit: "0".repeat(40) };

/** Returns what a body must have, and one more field. */
function withField(schema: Record<string, unknown> | undefined, schemas: object, path: string): unknown {
  const field = Object(oneField(schema, schemas, path));
  const body = { ...Object(sampleOf(schema, schemas)), ...field };
  const checked = Object.entries(valid).filter(([name]) => name in body);
  return { ...body, ...Object.fromEntries(checked) };
}

/** Returns a body with a single field, or a field of a field, with another value than the default. */
function oneField(schema: Record<string, unknown> | undefined, schemas: object, path: string): unknown {
  const [name = "", ...inner] = path.split(".");
  const named = typeof schema?.$ref === "string"
    ? (schemas as Record<string, Record<string, unknown>>)[schema.$ref.split("/").at(-1)!]
    : schema;
  const field = (named?.properties as Record<string, Record<string, unknown>> | undefined)?.[name];
  if (inner.length > 0) return { [name]: oneField(field, schemas, inner.join(".")) };
  // In settings, which name no default, switches are on.
  if (field?.type === "boolean") return { [name]: !(field.default ?? true) };
  return { [name]: Array.isArray(field?.enum) ? field.enum.at(-1) : sampleOf(field, schemas) };
}

/** Reads everything that a panel stores, to assert that nothing changed. */
export async function readStoredState({ db, dataDir }: TestPanel): Promise<string> {
  return JSON.stringify([await everyTable(db), await everyFile(dataDir)], null, 1);
}
