// Files of the two areas that users edit: configuration and scripts. Paths are relative to the area, with `/` between
// names.
import * as z from "zod";
import { id, instant, text } from "./shapes.ts";
import { fileLimits } from "./limits/files.ts";

export const fileAreas = ["config", "scripts"] as const;
export type FileArea = (typeof fileAreas)[number];

/** Maximum length of a name in a folder (bytes): the limit of common file systems. */
export const MAX_NAME_BYTES = 255;
/** Maximum length of a path (bytes). */
export const MAX_PATH_BYTES = 1024;

/** Days a deleted file stays in the trash. */
export const TRASH_DAYS = 30;

/** A path inside an area; the empty path is the area itself. Its content is validated where paths are resolved. */
export const filePath = z.string().max(4096);

export const entryKinds = ["file", "folder", "link", "special"] as const;

export const fileEntry = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(entryKinds),
  size: z.int().nullable().meta({ description: "Size in bytes; null if the entry has no size" }),
  modifiedAt: instant.nullable(),
  special: z.enum(["fifo", "socket", "device", "unreadable"]).nullable()
    .meta({ description: "Type of a `special` entry, which is never opened; null for other kinds" }),
  link: z.object({
    state: z.enum(["inside", "outside", "broken", "loop"]),
    target: z.string().nullable().meta({
      description: "Path inside the area; null unless `state` is `inside`",
    }),
    targetKind: z.enum(["file", "folder"]).nullable(),
  }).nullable().meta({
    description: "Target of a `link`, null for other kinds; only links with state `inside` can be opened",
  }),
}).meta({ id: "FileEntry" });
export type FileEntry = z.infer<typeof fileEntry>;

/** One folder: its subfolders first, in natural name order. */
export const fileTree = z.object({
  path: z.string(),
  entries: z.array(fileEntry),
}).meta({ id: "FileTree" });
export type FileTree = z.infer<typeof fileTree>;

export const fileDetails = z.object({
  path: z.string(),
  size: z.int(),
  modifiedAt: instant,
  etag: z.string().meta({ description: "Identifies the content; send it as `If-Match` to save the file" }),
}).meta({ id: "FileFacts" });
export type FileDetails = z.infer<typeof fileDetails>;

export const fileContent = fileDetails.extend({
  format: z.enum(["text", "binary"]),
  content: z.string().nullable().meta({
    description:
      "Text of the file; null for a binary file, unless `force` is set, which returns it with replacement characters",
  }),
}).meta({ id: "FileContent" });
export type FileContent = z.infer<typeof fileContent>;

export const pathQuery = z.strictObject({ path: filePath });
export const contentQuery = z.strictObject({
  path: filePath,
  force: z.enum(["true", "false"]).default("false").transform((value) => value === "true"),
});

/** Body of `PUT content`. Any text: the panel does not restrict what a script may contain. */
export const saveBody = z.strictObject({ content: z.string() });

export const folderBody = z.strictObject({ path: filePath });

/** Body of `move` and `copy`: each item goes from one path to another, both including the name. */
export const transferBody = z.strictObject({
  items: z.array(z.strictObject({ from: filePath, to: filePath })).min(1).max(1000),
});
export const pathsBody = z.strictObject({ paths: z.array(filePath).min(1).max(1000) });

/** Response of an action on several paths: one result per path, in the requested order. */
export const pathResults = z.object({
  results: z.array(z.object({
    path: z.string(),
    ok: z.boolean(),
    binId: id.optional().meta({ description: "ID in the trash after a deletion, for `bin/restore`" }),
    error: z.object({ code: z.string(), title: z.string(), detail: z.string() }).optional(),
  })),
});
export type PathResults = z.infer<typeof pathResults>;

/** Why an archive cannot be unpacked; the `fault` of `unpack_refused`. */
export const unpackProblems = [
  "not_an_archive",
  "encrypted",
  "truncated",
  "damaged",
  "unsafe_name",
  "too_large",
  "too_many",
] as const;
export type UnpackProblem = (typeof unpackProblems)[number];

/** Body of `unpack`: the archive, whose files are written to its own folder. */
export const unpackBody = z.strictObject({
  path: filePath,
  existing: z.enum(["refuse", "replace"]).default("refuse").meta({
    description:
      "What to do with files that exist: leave them, with `already_exists` as result, or replace them",
  }),
});

export const versionCauses = ["saved", "uploaded", "restored", "found", "ran"] as const;
export type VersionCause = (typeof versionCauses)[number];

/**
 * An earlier content of a file. `found` is one written from outside the panel, detected when it was overwritten.
 */
export const fileVersion = z.object({
  id,
  path: z.string(),
  size: z.int(),
  savedAt: instant,
  savedBy: z.string().nullable().meta({
    description: "Name of the user or application; null if the content was written outside the panel",
  }),
  cause: z.enum(versionCauses),
  current: z.boolean().meta({ description: "Whether this is the current content of the file" }),
}).meta({ id: "FileVersion" });
export type FileVersion = z.infer<typeof fileVersion>;

export const fileVersions = z.object({ items: z.array(fileVersion) });
export const versionContent = fileVersion.extend({
  format: z.enum(["text", "binary"]),
  content: z.string().nullable(),
}).meta({ id: "FileVersionContent" });
export type FileVersionContent = z.infer<typeof versionContent>;

/**
 * Body of `restore`: the file at `path` gets the content of that version; its current content is saved as a
 * version.
 */
export const restoreBody = z.strictObject({ path: filePath, versionId: id });

export const trashEntry = z.object({
  id,
  path: z.string().meta({ description: "Original path" }),
  kind: z.enum(entryKinds),
  size: z.int().nullable(),
  deletedAt: instant,
  deletedBy: z.string().nullable(),
}).meta({ id: "BinEntry" });
export type TrashEntry = z.infer<typeof trashEntry>;
export const trashList = z.object({ items: z.array(trashEntry) });

export const sampleFile = z.object({ name: z.string(), content: z.string() }).meta({ id: "SampleFile" });
export type SampleFile = z.infer<typeof sampleFile>;
export const sampleList = z.object({ items: z.array(sampleFile) });

export const searchQuery = z.strictObject({
  q: text(200).min(1),
  path: filePath.default(""),
  in: z.enum(["names", "contents"]).default("names"),
});

/** One search match; `line` and `text` only for matches in contents. */
export const searchHit = z.object({
  path: z.string(),
  kind: z.enum(["file", "folder"]),
  line: z.int().nullable(),
  text: z.string().nullable().meta({
    description: "The matching line, shortened around the match; null for a match in a name",
  }),
}).meta({ id: "SearchHit" });
export type SearchHit = z.infer<typeof searchHit>;
export const searchResult = z.object({
  hits: z.array(searchHit),
  complete: z.boolean().meta({
    description: "False if there are more matches or the time limit was reached",
  }),
}).meta({ id: "SearchAnswer" });
export type SearchResult = z.infer<typeof searchResult>;

/** Body of `check`: text that is parsed by the language's own parser, never run. */
export const checkBody = z.strictObject({ path: filePath, content: z.string().max(fileLimits.checkedText) });
export const checkResult = z.object({
  problems: z.array(z.object({ line: z.int().min(1), message: z.string() })),
});
export type CheckResult = z.infer<typeof checkResult>;

/** Body of `POST /api/scripts/debug`: the text in the editor, saved or not. */
export const debugBody = z.strictObject({
  path: filePath.meta({
    description: "Path of the script, which may not exist yet; determines its folder and its interpreter",
  }),
  content: z.string(),
  arguments: z.array(text(8192)).max(100).default([]),
  variables: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), text(131_071)).default({}),
}).meta({ id: "DebugInput" });
export type DebugInput = z.infer<typeof debugBody>;
