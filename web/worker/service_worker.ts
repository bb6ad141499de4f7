// The service worker: it shows a page of its own while the panel cannot be reached, and the notifications that the panel
// pushes. It stores no responses, so it can never serve outdated ones; every other request bypasses it.
import { offlinePage } from "./offline_page.ts";

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface InstallEvent extends ExtendableEvent {
  addRoutes?(rule: object): Promise<void>;
}

interface NavigationEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}

interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** The scope of a service worker; its types and those of a page cannot be loaded together. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: NavigationEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(
    type: "notificationclick" | "notificationclose",
    listener: (event: NotificationEvent) => void,
  ): void;
}

const worker = globalThis as unknown as WorkerScope; // this script runs as a service worker only
const scope = worker.registration.scope;
/** The page registers the worker with its language, because not every browser lets a worker read cookies. */
const language = new URL(location.href).searchParams.get("lang") === "en" ? "en" : "zh";

worker.addEventListener("install", (event) => {
  // Requests other than navigations then do not even start the worker, in browsers that support it.
  const others = { condition: { not: { requestMode: "navigate" } }, source: "network" };
  event.waitUntil(Promise.all([event.addRoutes?.(others).catch(() => undefined), worker.skipWaiting()]));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve());
});

worker.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(navigate(event));
});

/** Statuses of a proxy in front of a panel that does not respond; the panel itself never sends them for a page. */
const proxyStatuses = [502, 504];

async function navigate({ request, preloadResponse }: NavigationEvent): Promise<Response> {
  try {
    const response = await preloadResponse ?? await fetch(request);
    return proxyStatuses.includes(response.status) ? offlinePage({ language, scope }) : response;
  } catch {
    return offlinePage({ language, scope });
  }
}

worker.addEventListener("push", (event) => event.waitUntil(show(event)));
worker.addEventListener("notificationclose", (event) => event.waitUntil(updateBadge()));
worker.addEventListener("notificationclick", (event) => event.waitUntil(open(event)));

async function show({ data }: PushEvent): Promise<void> {
  const { title, body, url, tag } = readMessage(data);
  const icon = (name: string) => new URL(name, scope).href;
  await worker.registration.showNotification(title, {
    body,
    tag,
    data: url,
    icon: icon("icon-192.png"),
    badge: icon("badge-96.png"),
  } as NotificationOptions);
  await updateBadge();
}

/** Reads a pushed message: browsers require a notification even for one that cannot be read. */
function readMessage(data: PushEvent["data"]): { title: string; body: string; url: string; tag: string } {
  let message: Record<string, unknown> = {};
  try {
    message = data?.json() as Record<string, unknown> ?? {}; // checked below, field by field
  } catch {
    // Not JSON: the notification has a title only.
  }
  const textOf = (name: string) => typeof message[name] === "string" ? message[name] : "";
  return {
    title: textOf("title") || "Sundial",
    body: textOf("content"),
    url: textOf("link"),
    tag: textOf("key"),
  };
}

async function open({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  await updateBadge();
  // A link leads to the panel's public address; a browser that uses another one stays there.
  const link: unknown = notification.data;
  const url = typeof link === "string" && link.startsWith(scope) ? link : scope;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const target = windows.find((one) => one.url === url);
  await (target ? target.focus() : worker.clients.openWindow(url));
}

/**
 * Sets the badge of the installed app to the number of notifications that are still open. An open page replaces it with
 * the number of failing tasks. The worker does not query it: that would keep an unattended session from expiring.
 */
async function updateBadge(): Promise<void> {
  const notifications = await worker.registration.getNotifications();
  await navigator.setAppBadge?.(notifications.length);
}
