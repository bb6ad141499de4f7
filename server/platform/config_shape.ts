import type { RoleRule } from "../contract/identity_providers.ts";
import type { Role } from "../contract/roles.ts";
import type { Language } from "../contract/settings.ts";
import type { LogLevel } from "./logger.ts";

/** All process settings an operator can change. */
export interface Config {
  host: string;
  port: number;
  /** Empty, or beginning with a slash and not ending with one. */
  basePath: string;
  dataDir: string;
  /** Whether a new panel may begin in a data folder that was in use. */
  isNew: boolean;
  databaseUrl: string | null;
  /** Name of this node among those that share a database; null for one made of the host and the data folder. */
  nodeName: string | null;
  /** Pools whose runs this node takes. */
  pools: string[];
  /** How many runs this node runs at once; null for a number that fits the machine. */
  capacity: number | null;
  /** Whether a panel leaves all runs to workers. */
  noRunner: boolean;
  /** File of the key that seals secrets; null for the one in the data folder. */
  keyFile: string | null;
  publicUrl: URL | null;
  /** Whether browsers are told to reach the host over https only; null for whether the panel has it to itself. */
  hsts: boolean | null;
  trustedProxies: string[];
  /** Header in which a proxy names the person; null: none does. */
  authHeader: string | null;
  /** Addresses of the proxies whose header counts. */
  authHeaderProxies: string[];
  /** Header with the person's groups; null: roles are given in the panel. */
  authHeaderGroups: string | null;
  authHeaderRoles: RoleRule[];
  authHeaderDefaultRole: Role | null;
  allowNetworks: string[];
  /** The allowed networks that the operator listed; empty when the default applies. */
  listedNetworks: string[];
  gitProtocols: string[];
  /** Variables of the panel itself that tasks get as well; a star at the end stands for any rest. */
  passVariables: string[];
  adminUsername: string | null;
  adminPassword: string | null;
  adminPasswordFile: string | null;
  adminLanguage: Language;
  geoFile: string | null;
  logLevel: LogLevel;
  logFormat: "text" | "json";
  /** The value of `TZ`. */
  timeZone: string | null;
  /** The value of `TZDIR`, which the zone rules read themselves. */
  zoneFolder: string;
  token: string | null;
  backupPassphrase: string | null;
}
