import { serialize } from "hono/utils/cookie";
import { SESSION_COOKIE } from "../contract/auth.ts";
import { readCookie } from "../platform/clients/read_cookie.ts";

/** Writes and reads a cookie that a browser is known again by: its session, unless it is named otherwise. */
export class SessionCookie {
  readonly #name: string;
  readonly #path: string;
  readonly #secure: boolean;

  constructor({ basePath, publicUrl }: { basePath: string; publicUrl: URL | null }, name = SESSION_COOKIE) {
    this.#name = name;
    this.#path = basePath === "" ? "/" : basePath;
    this.#secure = publicUrl?.protocol === "https:";
  }

  /** Finds the token a request carries. */
  read(request: Request): string | undefined {
    return readCookie(request, this.#name);
  }

  /** Writes the `Set-Cookie` value that keeps `token` for `maxAgeMs`. */
  keep(token: string, maxAgeMs: number): string {
    return this.#write(token, Math.floor(maxAgeMs / 1000));
  }

  /** Writes the `Set-Cookie` value that removes the cookie. */
  remove(): string {
    return this.#write("", 0);
  }

  #write(value: string, maxAge: number): string {
    const options = { httpOnly: true, sameSite: "Lax", path: this.#path, maxAge } as const;
    return serialize(this.#name, value, this.#secure ? { ...options, secure: true } : options);
  }
}
