import { serialize } from "hono/utils/cookie";
import { SESSION_COOKIE } from "../contract/auth.ts";
import { readCookie } from "../platform/clients/read_cookie.ts";

/**
 * Reads and writes the cookie that identifies a browser: its session cookie, unless another name is given.
 */
export class SessionCookie {
  readonly #name: string;
  readonly #path: string;
  readonly #secure: boolean;

  /** With `inside`, browsers send it only below that path of the panel. */
  constructor(
    { basePath, publicUrl }: { basePath: string; publicUrl: URL | null },
    name = SESSION_COOKIE,
    inside = "",
  ) {
    this.#name = name;
    this.#path = `${basePath}${inside}` || "/";
    this.#secure = publicUrl?.protocol === "https:";
  }

  read(request: Request): string | undefined {
    return readCookie(request, this.#name);
  }

  /** Returns the `Set-Cookie` value that stores `token` for `maxAgeMs`. */
  keep(token: string, maxAgeMs: number): string {
    return this.#write(token, Math.floor(maxAgeMs / 1000));
  }

  /** Returns the `Set-Cookie` value that removes the cookie. */
  remove(): string {
    return this.#write("", 0);
  }

  #write(value: string, maxAge: number): string {
    const options = { httpOnly: true, sameSite: "Lax", path: this.#path, maxAge } as const;
    return serialize(this.#name, value, this.#secure ? { ...options, secure: true } : options);
  }
}
