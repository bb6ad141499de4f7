import { errorStatus } from "../../contract/error_codes.ts";
import { issueCodes } from "../../contract/issue_codes.ts";
import { SESSION_COOKIE } from "../../contract/auth.ts";

const text = { type: "string" };

/** Schemas that no route names because every route may answer them. */
export const sharedSchemas = {
  Issue: {
    type: "object",
    required: ["path", "code", "message", "params"],
    properties: {
      path: { ...text, description: "Place of the field, joined with dots" },
      code: { ...text, enum: issueCodes },
      message: { ...text, description: "In the caller's language" },
      params: { type: "object", additionalProperties: { type: ["string", "number"] } },
    },
  },
  Problem: {
    type: "object",
    required: ["type", "title", "status", "detail", "code"],
    properties: {
      type: text,
      title: { ...text, description: "In the caller's language" },
      status: { type: "integer" },
      detail: { ...text, description: "In the caller's language" },
      code: { ...text, enum: Object.keys(errorStatus) },
      issues: { type: "array", items: { $ref: "#/components/schemas/Issue" } },
    },
  },
};

export const sharedResponses = {
  Problem: {
    description: "What went wrong (RFC 9457)",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  },
};

export const securitySchemes = {
  session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
  token: { type: "http", scheme: "bearer" },
};
