// The doors of a panel as its API document names them.
import { everyFile, everyTable } from "./everything_kept.ts";
import type { OpenPanel } from "./open_panel.ts";
import { sampleOf } from "./sample_of.ts";

export interface Door {
  method: string;
  /** Below `/api`; what would stand for a parameter is 1. */
  path: string;
  access: string;
  stepUp: boolean;
  hasBody: boolean;
  /** Something that the route would take, or nearly. */
  body: unknown;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object };
}

interface Operation {
  "x-access": string;
  "x-step-up"?: boolean;
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
}

/** Lists every route of a panel; `headers` are somebody's who may read the API document. */
export async function listDoors(panel: OpenPanel, headers: Record<string, string>): Promise<Door[]> {
  const { paths, components }: Document = await panel.ask("GET", "/openapi.json", { headers });
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, "1"),
      access: operation["x-access"],
      stepUp: operation["x-step-up"] === true,
      hasBody: operation.requestBody !== undefined,
      body: sampleOf(operation.requestBody?.content["application/json"]?.schema, components.schemas),
    }))
  );
}

/** Reads all that a panel keeps, to see that nothing changed. */
export async function keptBy({ db, dataDir }: OpenPanel): Promise<string> {
  return JSON.stringify([await everyTable(db), await everyFile(dataDir)]);
}
