import type { LoginStatus } from "../../../server/contract/login_log.ts";

export const pageSize = 20;
/** In the order the page offers them; as the panel names them, but without its schemas. */
export const statuses = [
  "succeeded",
  "wrong_credentials",
  "wrong_code",
  "wrong_passkey",
  "too_many",
] as const satisfies readonly LoginStatus[];

/** What of the log is shown. */
export interface UrlState {
  page: number;
  status: LoginStatus | null;
}

/** Reads what is shown from the address; what it does not understand is as at first. */
export function readUrlState(search: URLSearchParams): UrlState {
  const page = Number(search.get("page"));
  const status = statuses.find((one) => one === search.get("status")) ?? null;
  return { page: Number.isInteger(page) && page > 0 ? page : 1, status };
}
