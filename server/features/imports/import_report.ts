import { type ImportOmission, routineNotes } from "../../contract/import_reasons.ts";
import {
  type ImportKind,
  type ImportKindReport,
  importKinds,
  type ImportParams,
  type ImportReport,
  type ImportResource,
  MAX_REPORTED_ITEMS,
} from "../../contract/imports.ts";
import {
  formatImportNote,
  formatImportOmission,
  formatImportRefusal,
} from "../../contract/messages/format.ts";
import type { Language } from "../../contract/settings.ts";
import type { ItemNote, RejectedItem } from "./import_content.ts";
import type { Outcome } from "./kinds/kind_importer.ts";

type Refusal = Omit<ImportKindReport["refused"][number], "message">;

interface KindCounts {
  created: number;
  unchanged: number;
  refused: Refusal[];
  items: { name: string; state: "created" | "unchanged"; target: string; notes: ItemNote[] }[];
}

/** A report without sentences, as it is stored. */
export type StoredReport = Record<ImportKind, KindCounts>;

/** Returns a report that contains only what the source itself rejected. */
export function newReport(rejected: readonly RejectedItem[]): StoredReport {
  const report = Object.fromEntries(
    importKinds.map((kind) => [kind, { created: 0, unchanged: 0, refused: [], items: [] }]),
  ) as unknown as StoredReport; // has every kind
  for (const { kind, name, reason, params = {} } of rejected) {
    report[kind].refused.push({ name, reason, params });
  }
  return report;
}

export function addOutcome(counts: KindCounts, name: string, outcome: Outcome): void {
  if (outcome.state === "refused") {
    counts.refused.push({ name, reason: outcome.reason, params: outcome.params });
    return;
  }
  counts[outcome.state]++;
  const { state, target, notes } = outcome;
  const { items } = counts;
  if (items.length >= MAX_REPORTED_ITEMS) {
    // What needs a review takes the place of what does not.
    if (!needsReview(notes)) return;
    const last = items.findLastIndex((item) => !needsReview(item.notes));
    if (last === -1) return;
    items.splice(last, 1);
  }
  items.push({ name, state, target, notes });
}

function needsReview(notes: readonly ItemNote[]): boolean {
  return notes.some(({ note }) => !routineNotes.has(note));
}

/** Counts the files that wait under another name for the confirmation of the import. */
export function countHeldFiles({ config, scripts }: StoredReport): number {
  return [...config.items, ...scripts.items].filter(({ notes }) =>
    notes.some(({ note }) => note === "held_as")
  )
    .length;
}

export function formatReport(report: StoredReport, language: Language): ImportReport {
  const entries = importKinds.map((kind) => {
    const { created, unchanged, refused, items } = report[kind];
    return [kind, {
      created,
      unchanged,
      refused: refused.map((one) => ({
        ...one,
        message: formatImportRefusal(one.reason, one.params, language),
      })),
      items: items.map(({ notes, ...item }) => ({
        ...item,
        notes: notes.map(({ note, params = {} as ImportParams }) => ({
          note,
          params,
          message: formatImportNote(note, params, language),
        })),
      })),
    }];
  });
  return Object.fromEntries(entries) as ImportReport; // has every kind
}

export function formatOmissions(
  leftOut: readonly ImportOmission[],
  language: Language,
): ImportResource["leftOut"] {
  return leftOut.map((what) => ({ what, message: formatImportOmission(what, language) }));
}
