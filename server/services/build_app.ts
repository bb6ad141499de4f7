// The HTTP app over the services for login and access.
import { type App, createApp } from "../app.ts";
import { authenticateToken } from "../features/applications/tokens.ts";
import { auditCalls } from "../features/audit/audit_calls.ts";
import { authenticateSession, authenticateSessionHeader } from "../features/auth/sessions.ts";
import {
  authenticateLocal,
  type LocalAccessOptions,
  scopesOfScripts,
} from "../features/local_access/authenticate.ts";
import type { HookReceiver } from "../http/hooks.ts";
import type { PingReceiver } from "../http/pings.ts";
import type { PageFiles } from "../http/page_files.ts";
import type { Route } from "../http/route.ts";
import { isLoopbackName, parseNetworks } from "../platform/networks.ts";
import { type Access, nameOf } from "./build_access.ts";
import type { Foundation } from "./foundation_shape.ts";

export function buildApp(
  foundation: Pick<Foundation, "config" | "db" | "logger" | "clock" | "writes" | "audit" | "settings"> & {
    disk: Pick<Foundation["disk"], "reportFull">;
  },
  { access, accessFolder, page, routes, pings, hooks }: {
    access: Access;
    accessFolder: LocalAccessOptions["keys"];
    page: PageFiles;
    routes: readonly Route[];
    pings?: PingReceiver;
    hooks?: HookReceiver;
  },
): App {
  const { config, logger, clock, writes, disk } = foundation;
  return createApp({
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    hsts: config.hsts ?? config.basePath === "",
    trustedProxies: parseNetworks(config.trustedProxies),
    loopbackOnly: isLoopbackName(config.host),
    onPeer: (peer) => access.proxyLogin.notePeer(peer),
    logger,
    clock,
    writes,
    onStorageFull: () => disk.reportFull(),
    page,
    authenticators: [
      authenticateLocal({
        db: foundation.db,
        keys: accessFolder,
        scopesOfScripts: () => scopesOfScripts(foundation.settings.current().scriptAccess),
        language: () => foundation.settings.current().language,
      }),
      authenticateSessionHeader(access.sessions),
      authenticateToken(access.tokens),
      authenticateSession(access.sessions, {
        cookie: access.cookie,
        namedByProxy: (request, peer) => access.proxyLogin.nameOf({ request, peer }),
      }),
    ],
    audit: auditCalls({
      auditLog: foundation.audit,
      db: foundation.db,
      nameOf: (caller) => nameOf(foundation, caller),
    }),
    routes,
    pings,
    hooks,
    title: () => foundation.settings.current().title,
    panelLanguage: () => foundation.settings.current().language,
    isInitialized: async () => (await access.initialization.state()).initialized,
  });
}
