import * as z from "zod";
import {
  type Env,
  env,
  type EnvInput,
  envLabels,
  envMove,
  envNames,
  envQuery,
  envsInput,
  envsQuery,
  type EnvUpdate,
  envUpdate,
  uploadedEnvs,
} from "../../contract/compatible/envs.ts";
import { envelope, EnvelopeError, ids } from "../../contract/compatible/envelope.ts";
import { compatibleMessages } from "../../contract/messages/compatible_messages.ts";
import {
  MASK,
  type Variable,
  variableInput,
  variableOrderBody,
  type VariablePatch,
  variablePatch,
  variableRelabelling,
  variableRename,
} from "../../contract/variables.ts";
import { variableLimits } from "../../contract/limits/variables.ts";
import { parse } from "../../contract/parsed.ts";
import type { Base } from "../../engine/base.ts";
import { type RequestContent, type Route, route } from "../../http/route.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";
import type { Variables } from "../variables/service.ts";
import { batchDone, doneResults, labelNameOf, ofEntity, success, withFieldNames } from "./envelope.ts";

export interface EnvRouteOptions extends Pick<Base, "language"> {
  variables: Variables;
}

const SLICE_SIZE = 1000;
const BODY_BYTES = 16 * 1024 * 1024;
const newVariables = z.array(variableInput);
const envResults = { 200: { description: "The variable", schema: envelope(env) } };
const envsResults = { 200: { description: "The variables", schema: envelope(z.array(env)) } };
const write = { access: "variables:write" } as const;

export function envRoutes({ variables, language }: EnvRouteOptions): Route[] {
  const messages = () => compatibleMessages[language()];
  return [
    route("get", "/envs", {
      access: "variables:read",
      summary: "Lists variables in order; secret values are masked",
      query: envsQuery,
      results: envsResults,
      handle: async ({ query }) => success((await readAll(variables, query.searchValue)).map(toEnv)),
    }),
    route("post", "/envs", {
      ...write,
      auditAs: "variables.create",
      summary: "Creates variables at the end of the list; if one is invalid, none are created",
      body: envsInput,
      bodyLimit: BODY_BYTES,
      results: envsResults,
      handle: async ({ body }) => {
        if (body.length === 0) throw new EnvelopeError(400, messages().invalidParameter);
        return success(await create(variables, body));
      },
    }),
    route("put", "/envs", {
      ...write,
      auditAs: "variables.update",
      summary: "Updates a variable; a secret that is sent back masked keeps its value",
      body: envUpdate,
      results: envResults,
      handle: async ({ body }) => {
        const before = await ofEntity("Env", body.id, variables.get(body.id));
        const patch = parse(variablePatch, patchOf(body, before));
        return success(toEnv(await ofEntity("Env", body.id, variables.update(body.id, patch, null))));
      },
    }),
    route("delete", "/envs", {
      ...write,
      auditAs: "variables.remove",
      summary: "Deletes variables",
      body: ids,
      results: doneResults,
      handle: async ({ body }) => batchDone(await variables.removeSeveral(body)),
    }),
    route("post", "/envs/upload", {
      ...write,
      auditAs: "variables.import",
      summary: "Creates the variables of an uploaded JSON file, in the field `env`",
      upload: ["multipart/form-data"],
      results: envsResults,
      handle: async ({ content, stillMay }) => {
        const entries = await readUpload(content);
        await stillMay();
        if (entries === null) throw new EnvelopeError(400, messages().importFormat);
        return success(await create(variables, entries));
      },
    }),
    ...batchRoutes(variables),
    ...oneRoutes(variables),
  ];
}

function batchRoutes(variables: Variables): Route[] {
  const labelRoute = (method: "post" | "delete") =>
    route(method, "/envs/labels", {
      ...write,
      auditAs: "variables.labels",
      summary: method === "post" ? "Adds labels to variables" : "Removes labels from variables",
      body: envLabels,
      results: envsResults,
      handle: async ({ body }) => {
        const change = method === "post" ? { add: body.labels } : { remove: body.labels };
        const relabel = () => variables.relabel(body.ids, parse(variableRelabelling, change));
        batchDone(await withFieldNames(labelNameOf, relabel));
        const changed = new Set(body.ids);
        return success((await readAll(variables)).filter(({ id }) => changed.has(id)).map(toEnv));
      },
    });
  const action = (
    name: string,
    auditAs: string,
    summary: string,
    apply: (ids: number[]) => Promise<unknown>,
  ) =>
    route("put", `/envs/${name}`, {
      ...write,
      auditAs,
      summary,
      body: ids,
      results: doneResults,
      handle: async ({ body }) => {
        await apply(body);
        return success();
      },
    });
  const enable = async (ids: number[], enabled: boolean) => batchDone(await variables.enable(ids, enabled));
  return [
    action("enable", "variables.enable", "Enables variables", (ids) => enable(ids, true)),
    action("disable", "variables.disable", "Disables variables", (ids) => enable(ids, false)),
    action(
      "pin",
      "variables.order.replace",
      "Moves variables to the top of the list",
      (ids) => moveToTop(variables, ids),
    ),
    action(
      "unpin",
      "variables.order.replace",
      "Changes nothing: a pinned variable was moved once",
      async () => {},
    ),
    route("put", "/envs/name", {
      ...write,
      auditAs: "variables.rename",
      summary: "Gives several variables the same name",
      body: envNames,
      results: doneResults,
      handle: async ({ body: { ids, name } }) =>
        batchDone(await variables.rename(ids, parse(variableRename, { name }))),
    }),
    labelRoute("post"),
    labelRoute("delete"),
  ];
}

function oneRoutes(variables: Variables): Route[] {
  return [
    route("get", "/envs/{id}", {
      access: "variables:read",
      writeAccess: { scope: "variables:write", applies: (_, { reveal }) => reveal },
      revealsSecrets: (_, { reveal }) => reveal,
      audit: (_, { reveal }) => reveal,
      auditAs: "variables.read",
      summary: "Returns one variable; with `reveal`, also the value of a secret",
      query: envQuery,
      results: envResults,
      handle: async ({ params, query: { reveal } }) =>
        success(toEnv(await ofEntity("Env", params.id, variables.get(params.id, { reveal })))),
    }),
    route("put", "/envs/{id}/move", {
      ...write,
      auditAs: "variables.order.replace",
      summary: "Moves a variable from one index of the list to another",
      body: envMove,
      results: envResults,
      handle: async ({ params, body }) => {
        await ofEntity("Env", params.id, variables.get(params.id));
        const others = (await readAll(variables)).map(({ id }) => id).filter((id) => id !== params.id);
        const before = others[Math.max(0, body.toIndex)] ?? null;
        await variables.order(parse(variableOrderBody, { ids: [params.id], before }));
        return success(toEnv(await variables.get(params.id)));
      },
    }),
  ];
}

// A slice at a time, so that many variables do not block other requests.
async function readAll(variables: Variables, searchValue?: string): Promise<Variable[]> {
  const all: Variable[] = [];
  for (let page = 1;; page++) {
    const { items, total } = await variables.list({ page, pageSize: SLICE_SIZE, q: searchValue });
    all.push(...items);
    if (items.length < SLICE_SIZE || all.length >= total) return all;
    await yieldToEventLoop();
  }
}

async function moveToTop(variables: Variables, ids: readonly number[]): Promise<void> {
  const known = new Set((await readAll(variables)).map(({ id }) => id));
  const moved = [...new Set(ids)].filter((id) => known.has(id));
  if (moved.length > 0) await variables.order(parse(variableOrderBody, { ids: moved }));
}

async function create(variables: Variables, entries: readonly EnvInput[]): Promise<Env[]> {
  const inputs = entries.map(({ name, value, remarks, labels }) => ({
    name,
    value,
    remarks: remarks ?? "",
    labels: labels ?? [],
  }));
  return (await variables.create(parse(newVariables, inputs), (index) => `${index}.`)).map(toEnv);
}

function patchOf({ name, value, remarks, labels }: EnvUpdate, before: Variable): VariablePatch {
  const isUnchanged = value === before.value || (before.secret && value === MASK);
  return {
    ...(name !== before.name && { name }),
    ...(!isUnchanged && { value }),
    ...(remarks != null && { remarks }),
    ...(labels !== undefined && { labels: labels ?? [] }),
  };
}

// The old positions descend from here; steps of this size leave room as theirs did.
const FIRST_POSITION = 4_500_000_000_000_000;
const POSITION_STEP = 10_000_000_000;

export function toEnv(variable: Variable): Env {
  const { id, name, value, remarks, labels, createdAt, updatedAt } = variable;
  return {
    id,
    name,
    value,
    remarks,
    status: variable.enabled ? 0 : 1,
    position: FIRST_POSITION - variable.position * POSITION_STEP,
    isPinned: 0,
    labels,
    timestamp: new Date(updatedAt).toString(),
    createdAt,
    updatedAt,
  };
}

/** Reads the entries of an uploaded file; null if it is none that can be read. */
async function readUpload(content: RequestContent): Promise<EnvInput[] | null> {
  const bytes = await content.bytes(variableLimits.import);
  const form = await new Response(bytes, { headers: { "content-type": content.type } }).formData()
    .catch(() => null);
  const file = form?.get("env");
  const text = typeof file === "string" ? file : await file?.text();
  try {
    const entries = uploadedEnvs.safeParse(JSON.parse(text ?? ""));
    if (!entries.success || entries.data.length === 0) return null;
    return entries.data.map(({ name, value, remarks, labels }) => ({
      name,
      value,
      remarks: typeof remarks === "string" ? remarks : "",
      labels: Array.isArray(labels) ? labels.map(String) : [],
    }));
  } catch {
    return null;
  }
}
