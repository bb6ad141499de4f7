import * as z from "zod";
import { modules, scopes } from "./scopes.ts";
import { id, instant, line, listQuery } from "./shapes.ts";

const settable = {
  name: line(60).min(1),
  scopes: z.array(z.enum(scopes)).max(100).meta({
    description: "Scopes of the application, at least one; `write` includes `read`",
  }),
};

/** Body of `POST /api/applications`. */
export const applicationInput = z.strictObject(settable).meta({ id: "ApplicationInput" });
export type ApplicationInput = z.infer<typeof applicationInput>;

/** Body of `PATCH /api/applications/{id}`. */
export const applicationPatch = z.strictObject(settable).partial().meta({ id: "ApplicationPatch" });
export type ApplicationPatch = z.infer<typeof applicationPatch>;

export const application = z.object({
  id,
  ...settable,
  clientId: z.string(),
  suspended: z.boolean().meta({
    description:
      "Whether a restore or `reset-password` suspended the application: it gets no tokens until it is enabled or its secret is reset",
  }),
  owner: z.string().nullable().meta({
    description: "Name of the account that it belongs to, whose role limits it; null for the panel",
  }),
  lastUsedAt: instant.nullable().meta({
    description:
      "Time of the last request with a token of the application, accurate to one minute; null if there was none",
  }),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "Application" });
export type Application = z.infer<typeof application>;

/**
 * An application with its secret: returned when it is created and when the secret is reset, and by nothing
 * else.
 */
export const applicationWithSecret = application.extend({
  clientSecret: z.string().meta({ description: "Secret of the application, returned only once" }),
}).meta({ id: "ApplicationWithSecret" });
export type ApplicationWithSecret = z.infer<typeof applicationWithSecret>;

export const applicationSortFields = ["name", "lastUsedAt", "createdAt"] as const;
export const applicationsQuery = z.strictObject(listQuery);
export type ApplicationsQuery = z.infer<typeof applicationsQuery>;

/** Response of `GET /api/applications/scopes`: what each scope allows, derived from the routes. */
export const scopeTable = z.object({
  items: z.array(z.object({
    scope: z.enum(scopes),
    module: z.enum(modules),
    routes: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })).meta({
      description: "Routes that require exactly this scope",
    }),
  })),
}).meta({ id: "ScopeTable" });
export type ScopeTable = z.infer<typeof scopeTable>;

export const maxApplications = 200;
