// What the page does as an app on a phone or a desk: it registers the service worker and counts failures in its badge.
import { useEffect } from "react";
import type { Language } from "../../server/contract/settings.ts";
import { useMessages } from "../messages/use_messages.tsx";
import { basePath } from "../paths.ts";

/**
 * Registers the service worker once the page is `quiet`, so that it delays nothing, and sets the badge of the installed
 * app to the number of failing tasks, once it is known.
 */
export function useInstalledApp({ quiet, failing }: { quiet: boolean; failing: number | undefined }): void {
  const { language } = useMessages();
  useEffect(() => {
    if (quiet) void registerWorker(language);
  }, [quiet, language]);
  useEffect(() => {
    if (failing !== undefined) setBadge(failing);
  }, [failing]);
  // After logging out, the badge would count what nobody may see.
  useEffect(() => () => setBadge(0), []);
}

function setBadge(count: number): void {
  // Rejected where the page is not installed.
  navigator.setAppBadge?.(count).catch(() => undefined);
}

/**
 * Registers the service worker, or removes it when the panel no longer has one, such as after a downgrade. Does nothing
 * where browsers do not support workers: over plain HTTP, except on the same machine.
 */
async function registerWorker(language: Language): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  // Not every browser lets a worker read cookies. A worker at another URL replaces the previous one.
  const url = `${basePath}/service_worker.js?lang=${language}`;
  try {
    await navigator.serviceWorker.register(url, { scope: `${basePath}/`, updateViaCache: "none" });
  } catch {
    // Either the panel cannot be reached, which leaves the worker to its task, or it has no such file.
    const response = await fetch(url, { method: "HEAD" }).catch(() => null);
    if (response?.status !== 404) return;
    const registrations = await navigator.serviceWorker.getRegistrations();
    const scope = new URL(`${basePath}/`, location.href).href;
    const own = registrations.filter((one) => one.scope === scope);
    await Promise.all(own.map((one) => one.unregister()));
  }
}
