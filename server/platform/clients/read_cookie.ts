import { parse } from "hono/utils/cookie";

export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get("cookie");
  return header === null ? undefined : parse(header, name)[name];
}
