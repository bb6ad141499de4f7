// Variables as clients of the compatible API know them.
import * as z from "zod";
import { bit, entityId, ids, labelList, number, optionalText } from "./envelope.ts";

export const env = z.object({
  id: z.int(),
  name: z.string(),
  value: z.string().meta({
    description: "Value of the variable; `***` for a secret, unless `reveal` is set",
  }),
  remarks: z.string(),
  status: bit.meta({ description: "0 enabled, 1 disabled" }),
  position: z.number().meta({ description: "Position in the list, in descending order" }),
  isPinned: bit.meta({ description: "Always 0: pinning moves a variable to the top" }),
  labels: z.array(z.string()),
  timestamp: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
}).meta({ id: "CompatibleEnv" });
export type Env = z.infer<typeof env>;

const settable = {
  name: z.string().min(1),
  value: z.string().min(1),
  remarks: optionalText,
  labels: labelList,
};

/** Body of `POST /envs`: always an array. */
export const envsInput = z.array(z.strictObject(settable)).max(10_000);
export type EnvInput = z.infer<typeof envsInput>[number];
/** Body of `PUT /envs`; a secret that is sent back as `***` keeps its value. */
export const envUpdate = z.strictObject({ ...settable, id: entityId });
export type EnvUpdate = z.infer<typeof envUpdate>;

export const envsQuery = z.looseObject({
  searchValue: z.string().optional().meta({
    description: "Text contained in the name, the remarks or a value that is not secret",
  }),
});
const flag = z.enum(["true", "false"]).default("false").transform((text) => text === "true");
/** Query of `GET /envs/{id}`; an application needs `variables:write` to see a secret. */
export const envQuery = z.looseObject({ reveal: flag });

/** Body of `PUT /envs/{id}/move`: indexes in the whole list. */
export const envMove = z.strictObject({ fromIndex: number, toIndex: number });
export const envNames = z.strictObject({ ids, name: z.string().min(1) });
export const envLabels = z.strictObject({ ids, labels: z.array(z.string()).min(1) });

/** Content of an uploaded file: one entry or several, other fields are ignored. */
const uploaded = z.object({ ...settable, remarks: z.unknown().optional(), labels: z.unknown().optional() });
export const uploadedEnvs = z.union([z.array(uploaded), uploaded.transform((one) => [one])]);
