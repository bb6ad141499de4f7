import { parse } from "hono/utils/cookie";

/** Returns the value of a cookie in a request. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get("cookie");
  return header === null ? undefined : parse(header, name)[name];
}
