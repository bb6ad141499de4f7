// What was typed and not saved, kept for this tab of the browser: a reload, a crash of the page or a slip of the hand loses nothing.

import type { FileLocation } from "../../../api/file_requests.ts";
import { DRAFT_PREFIX, draftSession } from "../../../shared/drafts/draft_session.ts";

export interface Draft {
  text: string;
  /** The content it was written over; null when there was no file. */
  etag: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Longest draft that is kept, characters: the browser gives some 5 MB to all of them. */
export const MAX_DRAFT = 1024 * 1024;

/** Keeps drafts in a storage such as `sessionStorage`. */
export class DraftStore {
  readonly #storage: Storage | null;
  readonly #mayStore: () => boolean;

  /** `mayStore` tells whether somebody is logged in. */
  constructor(storage: Storage | null, mayStore: () => boolean) {
    this.#storage = storage;
    this.#mayStore = mayStore;
  }

  /** Finds the draft of a file. */
  find(fileLocation: FileLocation): Draft | null {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(keyOf(fileLocation)) ?? "null");
      return isDraft(stored) ? stored : null;
    } catch {
      return null; // written by something else
    }
  }

  /** Keeps a draft; one that is too long, or for which there is no room, is not kept. Answers whether it is. */
  keep(fileLocation: FileLocation, draft: Draft): boolean {
    if (!this.#storage || draft.text.length > MAX_DRAFT || !this.#mayStore()) return false;
    try {
      this.#storage.setItem(keyOf(fileLocation), JSON.stringify(draft));
      return true;
    } catch {
      return false; // the browser's room for this page is used up
    }
  }

  drop(fileLocation: FileLocation): void {
    this.#storage?.removeItem(keyOf(fileLocation));
  }
}

/** The drafts of this tab; none are kept where the browser has its storage switched off. */
export function tabDrafts(): DraftStore {
  try {
    return new DraftStore(sessionStorage, () => draftSession().mayStore());
  } catch {
    return new DraftStore(null, () => false);
  }
}

function keyOf({ area, path }: FileLocation): string {
  return `${DRAFT_PREFIX}${area}/${path}`;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { text, etag, at } = value as Partial<Record<keyof Draft, unknown>>; // only looked at
  return typeof text === "string" && typeof at === "number" && (etag === null || typeof etag === "string");
}
