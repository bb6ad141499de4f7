// What was typed and not saved, kept for this tab of the browser: a reload, a crash of the page or a slip of the hand loses nothing.

import type { FilePlace } from "../../../api/file_requests.ts";
import { DRAFT_PREFIX, draftSession } from "../../../ui/draft_session.ts";

export interface Draft {
  text: string;
  /** The content it was written over; null when there was no file. */
  etag: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Longest draft that is kept, characters: the browser gives some 5 MB to all of them. */
export const LONGEST_DRAFT = 1024 * 1024;

/** Keeps drafts in a storage such as `sessionStorage`. */
export class DraftStore {
  readonly #storage: Storage | null;
  readonly #mayKeep: () => boolean;

  /** `mayKeep` tells whether somebody is logged in. */
  constructor(storage: Storage | null, mayKeep: () => boolean) {
    this.#storage = storage;
    this.#mayKeep = mayKeep;
  }

  /** Finds the draft of a file. */
  find(place: FilePlace): Draft | null {
    try {
      const kept: unknown = JSON.parse(this.#storage?.getItem(keyOf(place)) ?? "null");
      return isDraft(kept) ? kept : null;
    } catch {
      return null; // written by something else
    }
  }

  /** Keeps a draft; one that is too long, or for which there is no room, is not kept. Answers whether it is. */
  keep(place: FilePlace, draft: Draft): boolean {
    if (!this.#storage || draft.text.length > LONGEST_DRAFT || !this.#mayKeep()) return false;
    try {
      this.#storage.setItem(keyOf(place), JSON.stringify(draft));
      return true;
    } catch {
      return false; // the browser's room for this page is used up
    }
  }

  drop(place: FilePlace): void {
    this.#storage?.removeItem(keyOf(place));
  }
}

/** The drafts of this tab; none are kept where the browser has its storage switched off. */
export function tabDrafts(): DraftStore {
  try {
    return new DraftStore(sessionStorage, () => draftSession().mayKeep());
  } catch {
    return new DraftStore(null, () => false);
  }
}

function keyOf({ area, path }: FilePlace): string {
  return `${DRAFT_PREFIX}${area}/${path}`;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { text, etag, at } = value as Partial<Record<keyof Draft, unknown>>; // only looked at
  return typeof text === "string" && typeof at === "number" && (etag === null || typeof etag === "string");
}
