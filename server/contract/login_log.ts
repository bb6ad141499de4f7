import * as z from "zod";
import { loginStatuses } from "./login_statuses.ts";
import { id, instant, listQuery } from "./shapes.ts";

/** The method of a login or login attempt. */
export const loginWays = ["password", "passkey", "provider", "proxy"] as const;
export type LoginWay = (typeof loginWays)[number];

/** One entry of `GET /api/login-logs`. */
export const loginLogEntry = z.object({
  id,
  at: instant,
  status: z.enum(loginStatuses),
  way: z.enum(loginWays),
  account: z.object({ id, username: z.string() }).nullable().meta({
    description:
      "The account that logged in, or that a failed attempt named exactly; its name is that of then, also after the account was deleted",
  }),
  ip: z.string(),
  address: z.string().nullable().meta({
    description: "Location of the IP address, from the file set in `SUNDIAL_GEO_FILE`; null if unknown",
  }),
  local: z.boolean().meta({ description: "Whether the IP address belongs to a local network" }),
  userAgent: z.string(),
  device: z.string().meta({ description: "Browser and operating system, derived from the user agent" }),
}).meta({ id: "LoginLogEntry" });
export type LoginLogEntry = z.infer<typeof loginLogEntry>;

/** Query of `GET /api/login-logs`. */
export const loginLogQuery = z.strictObject({
  page: listQuery.page,
  pageSize: listQuery.pageSize,
  status: z.string().max(200).optional().meta({
    description: "Comma-separated statuses. Defaults to all statuses.",
  }),
});
export type LoginLogQuery = z.infer<typeof loginLogQuery>;
