import { parse } from "hono/utils/cookie";

/** Finds a cookie a request carries. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get("cookie");
  return header === null ? undefined : parse(header, name)[name];
}
