// Dependencies as clients of the compatible API know them: numbers for types and states.
import * as z from "zod";
import type { DependencyState, DependencyType } from "../dependencies.ts";
import { entityId, number, optionalText } from "./envelope.ts";

/** Numbers of the types. The old panel had no packages of Deno. */
export const typeNumbers: Record<DependencyType, number> = { node: 0, python: 1, linux: 2, deno: 3 };
export const typeNames: ReadonlyMap<string, DependencyType> = new Map([
  ["nodejs", "node"],
  ["python3", "python"],
  ["linux", "linux"],
  ["deno", "deno"],
]);
export const stateNumbers: Record<DependencyState, number> = {
  installing: 0,
  installed: 1,
  install_failed: 2,
  deleting: 3,
  deleted: 4,
  delete_failed: 5,
  queued: 6,
  cancelled: 7,
};

export const dependence = z.object({
  id: z.int(),
  name: z.string(),
  type: z.int().meta({ description: "0 Node.js, 1 Python, 2 Linux, 3 Deno" }),
  status: z.int().meta({
    description:
      "0 installing, 1 installed, 2 installation failed, 3 removing, 4 removed, 5 removal failed, 6 queued, 7 cancelled",
  }),
  log: z.array(z.string()).meta({ description: "Log of the last operation; empty in a list" }),
  remark: z.string(),
  timestamp: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
}).meta({ id: "CompatibleDependence" });
export type Dependence = z.infer<typeof dependence>;

const settable = { name: z.string().min(1), type: number, remark: optionalText };

export const dependencesQuery = z.looseObject({
  searchValue: z.string().optional(),
  type: z.string().optional().meta({ description: "`nodejs`, `python3`, `linux` or `deno`" }),
  status: z.string().optional().meta({ description: "Numbers of states, separated by commas" }),
});
export const dependencesInput = z.array(z.strictObject(settable)).min(1).max(200);
export const dependenceUpdate = z.strictObject({ ...settable, id: entityId });
