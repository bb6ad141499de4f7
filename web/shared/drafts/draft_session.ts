// How long a tab's drafts live: as long as the user is logged in. The next user of the same browser must not find them. Each
// login has an id that all tabs share; a tab keeps its drafts only while the id is the one it started with.
import { basePath } from "../../paths.ts";

/** Prefix of draft names in the storage of a tab. */
export const DRAFT_PREFIX = "draft:";

const idName = `sundial:draft-session:${basePath}`;

export class DraftSession {
  readonly #tab: Storage | null;
  readonly #browser: Storage | null;

  /** `tab` stores the drafts, `browser` is shared by all tabs; null when storage is disabled in the browser. */
  constructor(tab: Storage | null, browser: Storage | null) {
    this.#tab = tab;
    this.#browser = browser;
  }

  /** Returns whether this tab may store drafts: a user is logged in, with the same login as when the tab began. */
  mayStore(): boolean {
    const id = this.#tab?.getItem(idName) ?? "";
    return id !== "" && id === this.#browser?.getItem(idName);
  }

  /** Starts storing drafts after a login. Removes those of another login. */
  begin(): void {
    if (this.mayStore()) return;
    this.#clear();
    const id = this.#browser?.getItem(idName) || crypto.randomUUID();
    this.#browser?.setItem(idName, id);
    this.#tab?.setItem(idName, id);
  }

  /** Removes the drafts of this tab, and those of other tabs of the same login, when the login ends. */
  end(): void {
    // A login in another tab continues.
    if (this.mayStore()) this.#browser?.removeItem(idName);
    this.#clear();
  }

  /** Removes the drafts of this tab when their login has ended in the meantime. */
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

export function draftSession(): DraftSession {
  try {
    return new DraftSession(sessionStorage, localStorage);
  } catch {
    return new DraftSession(null, null); // storage is disabled in this browser
  }
}

/** Follows the logins of other tabs, including those that ended while this tab was closed. */
export function followDraftSession(): void {
  draftSession().follow();
  addEventListener("storage", ({ key }) => {
    if (key === null || key === idName) draftSession().follow();
  });
}
