// Files and logs as clients of the compatible API know them: a name, and beside it the folder it is in.
import * as z from "zod";
import { number } from "./envelope.ts";

const optionalPath = z.string().max(4096).nullish();
const filename = z.string().min(1).max(4096);

export interface TreeNode {
  title: string;
  key: string;
  type: "directory" | "file";
  parent: string;
  createTime: number;
  size?: number | undefined;
  children?: TreeNode[] | undefined;
}
export const treeNode: z.ZodType<TreeNode> = z.object({
  title: z.string(),
  key: z.string(),
  type: z.enum(["directory", "file"]),
  parent: z.string(),
  createTime: z.number().meta({ description: "Milliseconds since 1970" }),
  size: z.int().optional(),
  get children() {
    return z.array(treeNode).optional();
  },
}).meta({ id: "CompatibleTreeNode" });

export const treeQuery = z.looseObject({
  path: z.string().max(4096).optional().meta({
    description: "Only the entries of this folder, without those below",
  }),
});
/** Query of a call with `file` and `path`, or with the file in the path of the URL. */
export const detailQuery = z.looseObject({
  file: z.string().max(4096).optional(),
  path: z.string().max(4096).optional(),
});
export const fileParams = z.strictObject({ file: z.string() });

/** Body that names a file or folder. */
export const fileBody = z.looseObject({ filename, path: optionalPath, type: z.string().nullish() });
export const saveBody = z.looseObject({ filename, path: optionalPath, content: z.string() });
export const renameBody = z.looseObject({ filename, path: optionalPath, newFilename: filename });
export const runBody = z.looseObject({ filename, path: optionalPath, content: z.string().nullish() });
export const stopBody = z.looseObject({ filename, path: optionalPath, pid: number.nullish() });
/** Body of `POST /scripts` as JSON; a form has the same fields, and `file` for an upload. */
export const createBody = z.looseObject({
  filename: z.string().max(4096).nullish(),
  path: optionalPath,
  content: z.string().nullish(),
  originFilename: z.string().max(4096).nullish(),
  directory: z.string().max(4096).nullish(),
});
export type CreateBody = z.infer<typeof createBody>;

export const configFile = z.object({ title: z.string(), value: z.string() });
export const configSample = configFile.extend({ target: z.string() });
export const configQuery = z.looseObject({ path: z.string().min(1).max(4096) });
export const configSave = z.strictObject({ name: z.string().min(1).max(4096), content: z.string() });

export const logText = z.object({
  code: z.literal(200),
  data: z.string(),
  logStatus: z.literal("running").optional(),
}).meta({ id: "CompatibleLogText" });
