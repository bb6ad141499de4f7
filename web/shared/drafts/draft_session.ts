// How long drafts live that tabs keep: as long as somebody is logged in. Whoever logs in next, with the same browser, must not find
// what was typed before. Each login has an id that all tabs see; a tab keeps drafts under the id it began with, and no longer.
import { basePath } from "../../paths.ts";

/** What the names of drafts begin with, in the storage of a tab. */
export const DRAFT_PREFIX = "draft:";

const idName = `sundial:draft-session:${basePath}`;

export class DraftSession {
  readonly #tab: Storage | null;
  readonly #browser: Storage | null;

  /** `tab` holds drafts, `browser` is shared by all tabs; null where the browser has storage switched off. */
  constructor(tab: Storage | null, browser: Storage | null) {
    this.#tab = tab;
    this.#browser = browser;
  }

  /** Tells whether this tab may keep drafts: somebody is logged in, and it is who was when the tab began. */
  mayStore(): boolean {
    const id = this.#tab?.getItem(idName) ?? "";
    return id !== "" && id === this.#browser?.getItem(idName);
  }

  /** Begins to keep drafts: somebody is logged in. Those of another login are removed. */
  begin(): void {
    if (this.mayStore()) return;
    this.#clear();
    const id = this.#browser?.getItem(idName) || crypto.randomUUID();
    this.#browser?.setItem(idName, id);
    this.#tab?.setItem(idName, id);
  }

  /** Removes the drafts of this tab, and of all others of the same login: it has ended. */
  end(): void {
    // Another login, of another tab, goes on.
    if (this.mayStore()) this.#browser?.removeItem(idName);
    this.#clear();
  }

  /** Removes the drafts of this tab when the login they belong to has ended meanwhile. */
  follow(): void {
    if (!this.mayStore()) this.#clear();
  }

  #clear(): void {
    const tab = this.#tab;
    if (!tab) return;
    const names = Array.from({ length: tab.length }, (_, index) => tab.key(index) ?? "");
    for (const name of names) {
      if (name === idName || name.startsWith(DRAFT_PREFIX)) tab.removeItem(name);
    }
  }
}

/** The drafts of this tab and browser. */
export function draftSession(): DraftSession {
  try {
    return new DraftSession(sessionStorage, localStorage);
  } catch {
    return new DraftSession(null, null); // storage is switched off in this browser
  }
}

/** Follows the logins of other tabs, also those that ended while this one was closed. */
export function followDraftSession(): void {
  draftSession().follow();
  addEventListener("storage", ({ key }) => {
    if (key === null || key === idName) draftSession().follow();
  });
}
