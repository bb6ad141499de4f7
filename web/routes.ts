// One table: a URL, its page, its title. URLs that share a page are that page with a dialog over it; the page stays mounted
// while the dialog opens and closes.

import type { PageAddress } from "../server/contract/addresses.ts";
import type { Permission } from "./api/use_permissions.ts";
import { sessionQuery } from "./api/use_session.ts";
import { ProgressPage } from "./features/system/progress/use_shutdown_notice.ts";
import { type LazyComponent, lazyPage, lazyPart, type PageData } from "./ui/feedback/lazy.tsx";
import type { Messages } from "./messages/create_messages.ts";
import type { MessageKey } from "./messages/messages.ts";
import { trimEnd } from "../server/contract/trim_end.ts";

export interface PageRoute {
  page: LazyComponent<object>;
  title: MessageKey;
  /** `open` pages need no login and have no navigation. */
  access: "account" | "open";
  /** What a person with an account needs for the page. */
  needs?: Permission;
}

/** A URL that only redirects to another. */
export interface Redirect {
  to: PageAddress;
  /** Where a URL with one of these fragments leads instead. */
  byFragment?: Readonly<Record<string, PageAddress>>;
}

function account(page: LazyComponent<object>, title: MessageKey, needs?: Permission): PageRoute {
  return { page, title, access: "account", ...needs && { needs } };
}

/** Returns the route of an address that opens a dialog over a page, for which more is needed. */
function dialog(over: PageRoute, needs: Permission): PageRoute {
  return { ...over, needs };
}

function open(page: LazyComponent<object>, title: MessageKey): PageRoute {
  return { page, title, access: "open" };
}

const overview = account(
  lazyPage(() => import("./features/overview/overview_page.tsx")),
  "app.overview",
  "tasks:read",
);
// One page for both: a dialog may open over the list or over one task, and what is below stays mounted.
const tasksPage = lazyPage(() => import("./features/tasks/tasks_page.tsx"), { texts: "start" });
const tasks = account(tasksPage, "tasks.title", "tasks:read");
const task = account(tasksPage, "tasks.detailTitle", "tasks:read");
const settings = account(
  lazyPage(() => import("./features/settings/settings_page.tsx")),
  "app.settings",
);
const subscriptions = account(
  lazyPage(() => import("./features/subscriptions/subscriptions_page.tsx")),
  "app.subscriptions",
  "subscriptions:read",
);
const scripts = account(
  lazyPage(() => import("./features/files/scripts_page.tsx")),
  "app.scripts",
  "scripts:read",
);
const debug = account(
  lazyPage(() => import("./features/files/debug/debug_page.tsx")),
  "app.scripts",
  "scripts:write",
);
const config = account(
  lazyPage(() => import("./features/files/config/config_page.tsx")),
  "app.config",
  "config:read",
);
const variables = account(
  lazyPage(() => import("./features/variables/variables_page.tsx")),
  "app.variables",
  "variables:read",
);
const heartbeatsPage = lazyPage(() => import("./features/heartbeats/heartbeats_page.tsx"));
const heartbeats = account(heartbeatsPage, "app.heartbeats", "heartbeats:read");
const dependencies = account(
  lazyPage(() => import("./features/dependencies/dependencies_page.tsx")),
  "app.dependencies",
  "dependencies:read",
);
const runs = account(lazyPage(() => import("./features/runs/runs_page.tsx")), "runs.title", "tasks:read");
const flows = account(
  lazyPage(() => import("./features/flows/flow_runs_page.tsx")),
  "flows.title",
  "tasks:read",
);
const flow = account(
  lazyPage(() => import("./features/flows/flow_page.tsx")),
  "flows.flows",
  "tasks:read",
);
const flowRun = account(
  lazyPage(() => import("./features/flows/flow_run_page.tsx")),
  "flows.title",
  "tasks:read",
);
const calendar = account(
  lazyPage(() => import("./features/calendar/calendar_page.tsx")),
  "app.calendar",
  "tasks:read",
);
const calendars = account(
  lazyPage(() => import("./features/calendars/calendars_page.tsx")),
  "calendars.title",
  "tasks:read",
);
const windows = account(
  lazyPage(() => import("./features/windows/windows_page.tsx")),
  "windows.title",
  "tasks:read",
);
const logs = account(lazyPage(() => import("./features/logs/logs_page.tsx")), "runs.title", "logs:read");
const diff = account(lazyPage(() => import("./features/diff/diff_page.tsx")), "app.diff", "logs:read");
const progress = open(ProgressPage, "app.progress");
/** Renders what surrounds the pages of an account. */
export const AccountFrame = lazyPage(() => import("./app/account_frame.tsx"), { texts: "start" });
/** Asks a user whose session has ended to log in again. */
export const ReturnDialog = lazyPart(() => import("./features/auth/return_dialog.tsx"), {
  close: ({ onEnd }) => onEnd(false),
});
const login = open(
  lazyPage(() => import("./features/auth/login_page.tsx"), { texts: "start" }),
  "auth.title",
);
/** Helps when the panel does not respond. */
export const RepairPage = lazyPage(() => import("./features/error/error_page.tsx"));
const error = open(RepairPage, "app.startupTimeout");
const initialization = open(
  lazyPage(() => import("./features/initialization/initialization_page.tsx")),
  "app.initialization",
);

const invitation = open(
  lazyPage(() => import("./features/invitation/invitation_page.tsx")),
  "invitation.title",
);

export const routes: Record<PageAddress, PageRoute | Redirect> = {
  "/": { to: "/dashboard" },
  "/dashboard": overview,
  "/crontab": tasks,
  "/crontab/modal": dialog(tasks, "tasks:write"),
  "/crontab/logModal": tasks,
  "/crontab/type": tasks,
  "/crontab/viewCreateModal": dialog(tasks, "views:write"),
  "/crontab/viewManageModal": dialog(tasks, "views:write"),
  "/crontab/detail": task,
  "/runs": runs,
  "/flow": flows,
  "/flow/detail": flow,
  "/flow/run": flowRun,
  "/calendar": calendar,
  "/calendar/calendars": calendars,
  "/calendar/windows": windows,
  "/subscription": subscriptions,
  "/subscription/modal": dialog(subscriptions, "subscriptions:write"),
  "/subscription/logModal": subscriptions,
  "/config": config,
  "/script": scripts,
  "/script/editModal": debug,
  "/script/editNameModal": dialog(scripts, "scripts:write"),
  "/script/renameModal": dialog(scripts, "scripts:write"),
  "/script/saveModal": dialog(scripts, "scripts:write"),
  "/script/setting": scripts,
  "/env": variables,
  "/env/modal": dialog(variables, "variables:write"),
  "/env/editNameModal": dialog(variables, "variables:write"),
  "/heartbeat": heartbeats,
  "/heartbeat/detail": heartbeats,
  "/heartbeat/modal": dialog(heartbeats, "heartbeats:write"),
  "/dependence": dependencies,
  "/dependence/modal": dialog(dependencies, "dependencies:write"),
  "/dependence/logModal": dependencies,
  "/log": logs,
  "/diff": diff,
  "/setting": settings,
  "/setting/general": settings,
  "/setting/running": settings,
  "/setting/storage": settings,
  "/setting/backups": settings,
  "/setting/network": settings,
  "/setting/security": settings,
  "/setting/systemLog": settings,
  "/setting/loginLog": settings,
  // An address of earlier versions, whose page is several now.
  "/setting/other": { to: "/setting/general", byFragment: { backups: "/setting/backups" } },
  "/setting/about": settings,
  "/setting/checkUpdate": settings,
  "/setting/progress": progress,
  "/setting/app": settings,
  "/setting/appModal": settings,
  "/setting/notification": settings,
  "/setting/auditLog": settings,
  "/setting/dependence": settings,
  "/setting/import": settings,
  "/setting/nodes": settings,
  "/setting/status": settings,
  "/setting/accounts": settings,
  "/login": login,
  "/initialization": initialization,
  "/invitation": invitation,
  "/error": error,
};

declare global {
  /** Set by the build; undefined outside of it. */
  var __SUNDIAL_DEVELOPMENT__: boolean | undefined;
}

/** Pages for developers. Builds that are shipped contain neither the addresses nor the code. */
const developmentRoutes: Record<string, PageRoute> = globalThis.__SUNDIAL_DEVELOPMENT__
  ? { "/dev/gallery": open(lazyPage(() => import("../tests/gallery/gallery_page.tsx")), "app.name") }
  : {};

/** Returns the route of a URL, ignoring trailing slashes. */
export function findRoute(address: string): PageRoute | Redirect | undefined {
  const path = trimEnd(address, "/") || "/";
  if (Object.hasOwn(routes, path)) return routes[path as PageAddress]; // own key, so it is a PageAddress
  return Object.hasOwn(developmentRoutes, path) ? developmentRoutes[path] : undefined;
}

/**
 * Loads what a URL needs first: the code of its page and, with a session, what surrounds it and what it shows; without one,
 * the code of the login. What fails to load is loaded again, and reported, when it is rendered.
 */
export async function preloadPage(
  address: string,
  { hasSession, messages, ...data }: PageData & { hasSession: boolean; messages: Messages },
): Promise<void> {
  const route = findRoute(address);
  const target = route && "to" in route ? findRoute(route.to) : route;
  if (!target || "to" in target) return;
  const isOpen = target.access === "open";
  await Promise.allSettled(
    isOpen || !hasSession ? [(isOpen ? target : login).page.preload(messages)] : [
      data.queries.prefetchQuery(sessionQuery(data.api)),
      AccountFrame.preload(messages),
      target.page.preload(messages, data),
    ],
  );
}
