// Between the tabs of one browser, which share the session: a login in one is a login in all.

import { basePath } from "../../paths.ts";

// Panels below other base paths of the same host have sessions of their own.
const name = `sundial-entry:${basePath}`;

/** Tells the other tabs that somebody has logged in. */
export function publishEntry(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

/** Calls back when somebody has logged in in another tab; gives the way to stop that. */
export function onEntry(listener: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
