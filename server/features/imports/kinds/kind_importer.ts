import * as z from "zod";
import { AppError, type FieldIssue } from "../../../contract/app_error.ts";
import type { FindCalendar } from "../../tasks/task_timetable.ts";
import type { ImportRefusal } from "../../../contract/import_reasons.ts";
import type { ImportKind, ImportParams } from "../../../contract/imports.ts";
import { schemaError } from "../../../contract/schema_issues.ts";
import type { Language } from "../../../contract/settings.ts";
import type { Database } from "../../../engine/store.ts";
import type { ImportContent, ItemNote } from "../import_content.ts";
import type { ImportMarks } from "../import_marks.ts";
import type { StagedFiles } from "../staged_files.ts";

/** What an item becomes, or why it cannot. */
export type Outcome =
  | { state: "created" | "unchanged"; target: string; notes: ItemNote[] }
  | { state: "refused"; reason: ImportRefusal; params: ImportParams };

export interface ImportContext {
  db: Database;
  /** Otherwise only the outcomes are determined; they are the same. */
  write: boolean;
  /** Whether tasks and subscriptions may run; only with `write`. */
  enable: boolean;
  language: Language;
  /** Time zone of the panel: what is in it here needs none of its own. */
  zone: string;
  now: number;
  findCalendar: FindCalendar;
  marks: ImportMarks;
  staged: StagedFiles;
  /** Folder for files that are made of a text. */
  madeFiles: string;
  /** The subscriptions of this import by their keys; negative without `write`. */
  subscriptionIds: Map<string, number>;
}

type ItemOf<Kind extends ImportKind> = ImportContent[Kind][number];

/** Imports the items of one kind, a few at a time and in order. */
export interface KindImporter<Kind extends ImportKind = ImportKind> {
  take(items: readonly ItemOf<Kind>[]): Promise<Outcome[]>;
  /** Called after the last items. */
  end?(): Promise<void>;
}

/** The note for an item that loses a subscription which is not imported. */
export const subscriptionMissing: ItemNote = { note: "subscription_missing" };

export function rejectedFor([issue]: readonly FieldIssue[]): Outcome {
  const { path = "", code = "invalid", params = {} } = issue ?? {};
  return { state: "refused", reason: "field_refused", params: { ...params, field: path, code } };
}

/** Returns the outcome for an error of a service; rethrows what does not concern the item alone. */
export function rejectedBy(error: unknown): Outcome {
  if (error instanceof AppError && error.code === "validation_failed") return rejectedFor(error.issues);
  throw error;
}

/**
 * Creates items together, or each by itself if one of them is rejected: by an earlier one, or because somebody else has
 * created it meanwhile.
 */
export async function createTogetherOrEach<T extends { index: number }>(
  added: readonly T[],
  create: (items: readonly T[]) => Promise<void>,
  outcomes: Outcome[],
): Promise<void> {
  try {
    await create(added);
  } catch (error) {
    rejectedBy(error);
    for (const item of added) {
      await create([item]).catch((error) => {
        outcomes[item.index] = rejectedBy(error);
      });
    }
  }
}

export function schemaIssues(schema: z.ZodType, value: unknown): FieldIssue[] {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? [] : schemaError(result.error).issues;
}
