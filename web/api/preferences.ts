// The preferences of the account. This browser stores them, too: the first paint does not wait for the session, and what could not
// be sent is sent later.
import type { Preferences, PreferencesPatch } from "../../server/contract/preferences.ts";
import type { Session } from "../../server/contract/auth.ts";
import { basePath } from "../paths.ts";
import { ApiProblem } from "./api_problem.ts";

const storageKey = `preferences:${basePath}`;

interface State {
  /** Whose they are; empty before the first login in this browser. */
  account: string;
  values: Preferences;
  /** What the server has not stored yet; null removes a preference. */
  unsent: PreferencesPatch;
}

const nothing: State = { account: "", values: {}, unsent: {} };

/** Sends changes to the server. */
type Send = (patch: PreferencesPatch) => Promise<void>;

export class PreferenceStore {
  #send: Send | null = null;
  #isSending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Used where the browser stores nothing. */
  #state = nothing;

  /** `storage` is null when it is disabled in the browser; changes are sent together after `delayMs`. */
  constructor(private readonly storage: Storage | null, private readonly delayMs: number) {}

  get<K extends keyof Preferences>(name: K): Preferences[K] {
    return this.#read().values[name];
  }

  /** Changes a preference in this browser at once, then on the server; undefined removes it. */
  set<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
    const { account, values, unsent } = this.#read();
    if (JSON.stringify(value) === JSON.stringify(values[name])) return;
    this.#write({
      account,
      values: { ...values, [name]: value },
      unsent: { ...unsent, [name]: value ?? null },
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), this.delayMs);
  }

  /** Takes over the preferences of a session, except what this browser has still to send for the account. */
  follow({ account: { id, createdAt }, preferences }: Session): void {
    const account = `${id} ${createdAt}`;
    const before = this.#read();
    const unsent = before.account === account ? before.unsent : {};
    this.#write({ account, values: merge(preferences, unsent), unsent });
    void this.#flush();
  }

  /** Sends changes from now on. */
  connect(send: Send): void {
    this.#send = send;
  }

  /** Calls a listener when another tab has changed a preference; returns a function that ends this. */
  onOtherTab(listener: () => void): () => void {
    const follow = ({ key }: StorageEvent) => key === storageKey && listener();
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }

  async #flush(): Promise<void> {
    const { account, unsent } = this.#read();
    if (!this.#send || this.#isSending || account === "" || Object.keys(unsent).length === 0) return;
    this.#isSending = true;
    try {
      await this.#send(unsent);
      this.#drop(account, unsent);
    } catch (error) {
      // What the server does not accept would keep it from storing anything else. All other is sent with the next change.
      if (!(error instanceof ApiProblem && error.status === 422)) return;
      this.#drop(account, unsent);
    } finally {
      this.#isSending = false;
    }
    void this.#flush();
  }

  #drop(account: string, sent: PreferencesPatch): void {
    const now = this.#read();
    if (now.account !== account) return;
    const isSent = ([name, value]: [string, unknown]) =>
      JSON.stringify(value) === JSON.stringify(sent[name as keyof Preferences]);
    const rest = Object.entries(now.unsent).filter((entry) => !isSent(entry));
    this.#write({ ...now, unsent: Object.fromEntries(rest) });
  }

  #read(): State {
    try {
      const stored = JSON.parse(this.storage?.getItem(storageKey) ?? "");
      return { ...nothing, ...stored };
    } catch {
      return this.#state;
    }
  }

  #write(state: State): void {
    this.#state = state;
    try {
      this.storage?.setItem(storageKey, JSON.stringify(state));
    } catch {
      // The storage is full.
    }
  }
}

function merge(values: Preferences, patch: PreferencesPatch): Preferences {
  const merged = Object.entries({ ...values, ...patch }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged);
}

/** Those of the page. */
export const preferences = browserPreferences();

function browserPreferences(): PreferenceStore {
  const delayMs = 1000;
  try {
    return new PreferenceStore(localStorage, delayMs);
  } catch {
    return new PreferenceStore(null, delayMs); // storage is disabled in this browser
  }
}
