// The compatible API: an older API that many programs call, on the services of the panel. It lies below `/open`, and
// modules of which our own API has no addresses also below `/api`.
import type { PerCaller, Route } from "../../http/route.ts";
import type { ApplicationTokens } from "../applications/tokens.ts";
import type { Views } from "../views/service.ts";
import { type CommandRouteOptions, commandRoutes } from "./commands.ts";
import { type ConfigRouteOptions, configRoutes } from "./configs.ts";
import { type CronRouteOptions, cronRoutes } from "./crons.ts";
import { type DashboardRouteOptions, dashboardRoutes } from "./dashboard.ts";
import { type DependencyRouteOptions, dependencyRoutes } from "./dependencies.ts";
import { type EnvRouteOptions, envRoutes } from "./envs.ts";
import { type LoginRouteOptions, loginRoutes } from "./login.ts";
import { type LogRouteOptions, logRoutes } from "./logs.ts";
import { type ScriptRouteOptions, scriptRoutes } from "./scripts.ts";
import { type SubscriptionRouteOptions, subscriptionRoutes } from "./subscriptions.ts";
import { type SystemRouteOptions, systemRoutes } from "./system.ts";
import { tokenRoutes } from "./token.ts";
import { viewRoutes } from "./views.ts";

export interface CompatibleApiOptions
  extends
    CommandRouteOptions,
    ConfigRouteOptions,
    CronRouteOptions,
    DashboardRouteOptions,
    DependencyRouteOptions,
    EnvRouteOptions,
    LoginRouteOptions,
    LogRouteOptions,
    ScriptRouteOptions,
    SubscriptionRouteOptions,
    SystemRouteOptions {
  tokens: ApplicationTokens;
  views: PerCaller<Views>;
}

export function compatibleRoutes(options: CompatibleApiOptions): Route[] {
  const shared = [
    ...loginRoutes(options),
    ...viewRoutes(options.views),
    ...cronRoutes(options),
    ...envRoutes(options),
    ...configRoutes(options),
    ...dashboardRoutes(options),
  ];
  const open = [
    ...tokenRoutes(options.tokens),
    ...shared,
    ...scriptRoutes(options),
    ...logRoutes(options),
    ...dependencyRoutes(options),
    ...subscriptionRoutes(options),
    ...systemRoutes(options),
    ...commandRoutes(options),
  ];
  return [
    ...open.map((one) => ({ ...one, compatible: true as const, path: `/open${one.path}` })),
    ...shared.map((one) => ({ ...one, compatible: true as const })),
  ];
}
