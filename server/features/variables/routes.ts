import type { ItemResult } from "../../contract/app_error.ts";
import { parse } from "../../contract/parsed.ts";
import { batchResponse, type Route, route, versioned } from "../../http/route.ts";
import type { Language } from "../../contract/settings.ts";
import { batchResult, idsBody, listOf } from "../../contract/shapes.ts";
import {
  joinRuleBody,
  labelVariablesBody,
  renameVariablesBody,
  variable,
  type VariableExport,
  variableExportBody,
  variableExportQuery,
  variableImportBody,
  variableImportResult,
  variableLabels,
  variableListQuery,
  variableOrderBody,
  variablePatch,
  variableQuery,
  variableRelabelling,
  variableRename,
  variablesCreated,
  variablesInput,
  variableTask,
  variableTasksQuery,
} from "../../contract/variables.ts";
import { formatFieldError } from "../../contract/messages/format.ts";
import type { Variables } from "./service.ts";
import type { VariableTransfer } from "./transfer/transfer.ts";
import { variableLimits } from "../../contract/limits/variables.ts";

/** The maximum of all variables plus their JSON overhead. */
const BODY_BYTES = 16 * 1024 * 1024;
/** Fits the ids of the maximum number of variables. */
const EXPORT_BYTES = 256 * 1024;
const IMPORT_BYTES = 4 * variableLimits.import;
const results = { 200: { description: "One result per item", schema: batchResult } };

export function variableRoutes(variables: Variables, transfer: VariableTransfer): Route[] {
  return [
    ...listRoutes(variables),
    ...batchRoutes(variables),
    ...transferRoutes(transfer),
    ...oneRoutes(variables),
  ];
}

function listRoutes(variables: Variables): Route[] {
  return [
    route("get", "/variables", {
      access: "variables:read",
      summary: "Lists variables in order; secret values are masked",
      query: variableListQuery,
      results: { 200: { description: "One page of variables", schema: listOf(variable) } },
      handle: async ({ query }) => ({ body: await variables.list(query) }),
    }),
    route("post", "/variables", {
      access: "variables:write",
      summary: "Creates one variable or several; if one is invalid, none are created",
      body: variablesInput,
      bodyLimit: BODY_BYTES,
      results: { 201: { description: "The created variable or variables", schema: variablesCreated } },
      handle: async ({ body }) => {
        if (Array.isArray(body)) {
          return { status: 201, body: { items: await variables.create(body, (index) => `${index}.`) } };
        }
        const [created] = await variables.create([body], () => "");
        return created ? versioned(created, 201) : { status: 201 };
      },
    }),
    route("put", "/variables/order", {
      access: "variables:write",
      summary: "Moves variables in the list",
      body: variableOrderBody,
      results: { 204: { description: "Moved" } },
      handle: ({ body }) => variables.order(body),
    }),
    route("put", "/variables/rule", {
      access: "variables:write",
      summary: "Sets how variables with the same name are combined",
      body: joinRuleBody,
      results: { 200: { description: "The stored rule", schema: joinRuleBody } },
      handle: async ({ body }) => {
        await variables.setRule(body);
        return { body };
      },
    }),
    route("get", "/variables/labels", {
      access: "variables:read",
      summary: "Lists labels with the number of variables that have each",
      results: { 200: { description: "The labels, by name", schema: variableLabels } },
      handle: async () => ({ body: await variables.labels() }),
    }),
  ];
}

function batchRoutes(variables: Variables): Route[] {
  return [
    ...(["enable", "disable"] as const).map((action) =>
      route("post", `/variables/${action}`, {
        access: "variables:write",
        summary: action === "enable"
          ? "Enables variables; tasks get them in later runs"
          : "Disables variables; tasks no longer get them in later runs",
        body: idsBody,
        results: results,
        handle: async ({ body, language }) =>
          format(await variables.enable(body.ids, action === "enable"), language),
      })
    ),
    route("post", "/variables/rename", {
      access: "variables:write",
      summary: "Gives several variables the same name",
      body: renameVariablesBody,
      results: results,
      handle: async ({ body, language }) =>
        format(await variables.rename(body.ids, parse(variableRename, { name: body.name })), language),
    }),
    route("post", "/variables/labels", {
      access: "variables:write",
      summary: "Adds labels to variables and removes labels from them",
      body: labelVariablesBody,
      results: results,
      handle: async ({ body: { ids, ...change }, language }) =>
        format(await variables.relabel(ids, parse(variableRelabelling, change)), language),
    }),
    route("delete", "/variables", {
      access: "variables:write",
      summary: "Deletes variables; tasks no longer get them in later runs",
      body: idsBody,
      results: results,
      handle: async ({ body, language }) => format(await variables.removeSeveral(body.ids), language),
    }),
  ];
}

function transferRoutes(transfer: VariableTransfer): Route[] {
  return [
    route("get", "/variables/export", {
      access: "variables:read",
      revealsSecrets: (_, { secrets }) => secrets,
      stepUp: { fields: ["secrets"], sensitive: (_, query) => exportedSecrets(query) },
      audit: (_, { secrets }) => secrets,
      summary: "Exports variables",
      query: variableExportQuery,
      results: { 200: { description: "The exported variables", contentType: "application/json" } },
      handle: ({ query: { ids, ...query } }) =>
        exportFile(transfer, { ...query, ids: ids?.split(",").map(Number) ?? null }),
    }),
    route("post", "/variables/export", {
      access: "variables:read",
      revealsSecrets: ({ secrets }) => secrets,
      stepUp: { fields: ["secrets"], sensitive: exportedSecrets },
      audit: ({ secrets }) => secrets,
      summary: "Exports variables like `GET /variables/export`, for selections that are too long for a URL",
      body: variableExportBody,
      bodyLimit: EXPORT_BYTES,
      results: { 200: { description: "The exported variables", contentType: "application/json" } },
      handle: ({ body }) => exportFile(transfer, body),
    }),
    route("post", "/variables/import", {
      access: "variables:write",
      audit: ({ preview }) => !preview,
      summary: "Imports variables from a text, or previews the import",
      body: variableImportBody,
      bodyLimit: IMPORT_BYTES,
      results: { 200: { description: "One result per entry", schema: variableImportResult } },
      handle: async ({ body }) => ({ body: await transfer.import(body) }),
    }),
  ];
}

function oneRoutes(variables: Variables): Route[] {
  return [
    route("get", "/variables/{id}", {
      access: "variables:read",
      writeAccess: { scope: "variables:write", applies: (_, { reveal }) => reveal },
      revealsSecrets: (_, { reveal }) => reveal,
      audit: (_, { reveal }) => reveal,
      summary: "Returns one variable; with `reveal`, also the value of a secret",
      query: variableQuery,
      results: { 200: { description: "The variable", schema: variable } },
      handle: async ({ params, query: { reveal } }) => versioned(await variables.get(params.id, { reveal })),
    }),
    route("get", "/variables/{id}/tasks", {
      access: "variables:read",
      summary: "Lists the tasks that get a variable when it is enabled",
      query: variableTasksQuery,
      results: { 200: { description: "One page of tasks", schema: listOf(variableTask) } },
      handle: async ({ params, query }) => ({ body: await variables.tasks(params.id, query) }),
    }),
    route("patch", "/variables/{id}", {
      access: "variables:write",
      summary: "Updates fields of a variable",
      body: variablePatch,
      results: { 200: { description: "The updated variable", schema: variable } },
      handle: async ({ params, body, ifMatch }) =>
        versioned(await variables.update(params.id, body, ifMatch)),
    }),
    route("delete", "/variables/{id}", {
      access: "variables:write",
      summary: "Deletes a variable",
      results: { 204: { description: "Deleted" } },
      handle: ({ params }) => variables.remove(params.id),
    }),
  ];
}

// All secrets at once are more valuable than any single one.
function exportedSecrets({ secrets }: { secrets: boolean }): string[] {
  return secrets ? ["secrets"] : [];
}

async function exportFile(transfer: VariableTransfer, request: VariableExport): Promise<Response> {
  return new Response(await transfer.export(request), { headers: fileHeaders(request.format) });
}

function fileHeaders(format: "json" | "env"): Record<string, string> {
  const [type, name] = format === "json"
    ? ["application/json", "variables.json"]
    : ["text/plain", "variables.env"];
  return {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `attachment; filename="${name}"`,
  };
}

// The sentence of the rejected field says more than that a field was rejected.
function format(results: readonly ItemResult[], language: Language) {
  return batchResponse(results, language, formatFieldError);
}
