// Dependencies: packages that scripts need, installed into the data folder or, for Linux packages, on the machine.
import * as z from "zod";
import { id, idsBody, instant, listQuery, text } from "./shapes.ts";

export const dependencyTypes = ["node", "python", "linux", "deno"] as const;
export type DependencyType = (typeof dependencyTypes)[number];

export const dependencyStates = [
  "queued",
  "installing",
  "installed",
  "install_failed",
  "deleting",
  "deleted",
  "delete_failed",
  "cancelled",
] as const;
export type DependencyState = (typeof dependencyStates)[number];

export const dependencyActions = ["install", "remove"] as const;
export type DependencyAction = (typeof dependencyActions)[number];

export const dependencyNode = z.object({
  nodeId: id,
  nodeName: z.string(),
  state: z.enum(dependencyStates).nullable().meta({
    description: "State on the node; null if the node has not installed anything yet",
  }),
  installedVersion: z.string().nullable(),
  reason: z.string().nullable().meta({ description: "Reason for the failure, in one line" }),
  runId: id.nullable().meta({ description: "ID of the latest run of the node for the dependency" }),
  updatedAt: instant.nullable(),
}).meta({ id: "DependencyNode" });
export type DependencyNode = z.infer<typeof dependencyNode>;

export const dependency = z.object({
  id,
  type: z.enum(dependencyTypes),
  name: z.string().meta({ description: "Name as entered, including the version if one was specified" }),
  remarks: z.string(),
  subscriptionId: id.nullable().meta({
    description:
      "Subscription whose Python environment the package is installed to; null for the shared packages",
  }),
  state: z.enum(dependencyStates).meta({
    description:
      "With several nodes, the state on the panel that was asked; the other nodes follow, see `nodes`",
  }),
  act: z.enum(dependencyActions).meta({ description: "Action of the latest run" }),
  installedVersion: z.string().nullable().meta({
    description: "Version that is actually installed; null if none was found",
  }),
  reason: z.string().nullable().meta({ description: "Reason for the failure, in one line" }),
  runId: id.nullable().meta({ description: "ID of the latest run, whose log is the log of the dependency" }),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
  nodes: z.array(dependencyNode).nullable().meta({
    description: "State on each node that shares the database; null on a single machine",
  }),
}).meta({ id: "Dependency" });
export type Dependency = z.infer<typeof dependency>;

/** Body of `POST /api/dependencies`: one package, or several. Which names are valid depends on the type. */
export const dependencyInput = z.strictObject({
  type: z.enum(dependencyTypes),
  name: text(300).min(1),
  remarks: text(500).default(""),
  subscriptionId: id.nullable().optional().meta({
    description: "Subscription for whose tasks alone a Python package is installed, see its `ownPython`",
  }),
}).meta({ id: "DependencyInput" });
export type DependencyInput = z.infer<typeof dependencyInput>;
export const dependenciesInput = z.union([dependencyInput, z.array(dependencyInput).min(1).max(200)]);

/** Body of `PATCH /api/dependencies/{id}`. */
export const dependencyPatch = z.strictObject({
  name: text(300).min(1).optional().meta({
    description: "The same package with another version; a changed version is installed",
  }),
  remarks: text(500).optional(),
}).meta({ id: "DependencyPatch" });
export type DependencyPatch = z.infer<typeof dependencyPatch>;

export const dependencyListQuery = z.strictObject({
  ...listQuery,
  type: z.enum(dependencyTypes).optional(),
  state: text(200).optional().meta({
    description: "Comma-separated states. Defaults to all states except `deleted`.",
  }),
});
export const dependencyIdsBody = idsBody;
export const dependencyForceQuery = z.strictObject({
  force: z.enum(["true", "false"]).default("false").transform((value) => value === "true").meta({
    description: "Whether to delete the entry even if the package cannot be uninstalled",
  }),
});
export const dependenciesDeleteBody = z.strictObject({ ...idsBody.shape, force: z.boolean().default(false) });

/** Tools that a machine may lack for a package type. */
export const toolLacks = ["npm", "pnpm", "python3", "venv", "package_tool", "rights", "deno"] as const;
export type ToolLack = (typeof toolLacks)[number];

export const dependencyTool = z.object({
  type: z.enum(dependencyTypes),
  program: z.string().nullable().meta({
    description: "Program that installs packages of this type; null if there is none",
  }),
  lacks: z.enum(toolLacks).nullable().meta({
    description: "What is missing on this machine; null if packages of this type can be installed",
  }),
}).meta({ id: "DependencyTool" });
export type DependencyTool = z.infer<typeof dependencyTool>;
export const dependencyTools = z.object({ items: z.array(dependencyTool) });

/** A package that is missing according to a log, ready for `POST /api/dependencies`. */
export const missingPackage = z.object({ type: z.enum(dependencyTypes), name: z.string() });
export type MissingPackage = z.infer<typeof missingPackage>;
export const missingPackages = z.object({ items: z.array(missingPackage) });
