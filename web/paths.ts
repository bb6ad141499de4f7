// Where the panel lives. The server injects the base path when it sends the page; without it (a page opened by hand)
// everything lies at the root.

import type { PageAddress } from "../server/contract/addresses.ts";

declare global {
  var __SUNDIAL__: { basePath?: string; nonce?: string } | undefined;
}

/** Normalizes a base path: no slash at the end, one at the start, empty for the root. */
export function normalizeBasePath(path: string | undefined): string {
  const trimmed = (path ?? "").replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `/${trimmed}`;
}

export const basePath = normalizeBasePath(globalThis.__SUNDIAL__?.basePath);

/** The nonce that the content security policy asks of every style element a library adds. */
export const nonce = globalThis.__SUNDIAL__?.nonce ?? "";

export type QueryValues = Record<string, string | number | boolean | null | undefined>;

/** Writes an address with its query; empty, null and undefined values are left out. */
export function withQuery(path: string, values: QueryValues = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

function page(address: PageAddress, values?: QueryValues): string {
  return withQuery(address, values);
}

/** State of the task list that its address keeps. */
export interface TaskListAddress {
  q?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
  sort?: string | undefined;
  status?: string | undefined;
  label?: string | undefined;
}

/** Builders of every address of the page, relative to the base path (the router adds it). */
export const paths = {
  home: () => page("/"),
  tasks: (list: TaskListAddress = {}) => page("/crontab", { ...list }),
  task: (id: number, runsPage?: number) => page("/crontab/detail", { id, page: runsPage }),
  taskForm: (form: { id?: number; copy?: number } = {}, list: TaskListAddress = {}) =>
    page("/crontab/modal", { ...form, ...list }),
  taskLog: (id: number, run?: number, list: TaskListAddress = {}) =>
    page("/crontab/logModal", { id, run, ...list }),
  settings: () => page("/setting"),
  settingsOther: () => page("/setting/other"),
  login: (next?: string) => page("/login", { next }),
  initialization: () => page("/initialization"),
  error: (next?: string) => page("/error", { next }),
};

/** Reads a `next` parameter: an address inside this panel, or the start page for anything else. */
export function safeNext(next: string | null): string {
  if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return paths.home();
  return /^\/(login|initialization|error)\b/.test(next) ? paths.home() : next;
}
