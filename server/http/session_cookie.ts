import { parse, serialize } from "hono/utils/cookie";
import { SESSION_COOKIE } from "../contract/auth.ts";

/** Writes and reads the cookie that carries a browser's session. */
export class SessionCookie {
  readonly #path: string;
  readonly #secure: boolean;

  constructor({ basePath, publicUrl }: { basePath: string; publicUrl: URL | null }) {
    this.#path = basePath === "" ? "/" : basePath;
    this.#secure = publicUrl?.protocol === "https:";
  }

  /** Finds the session token a request carries. */
  read(request: Request): string | undefined {
    const header = request.headers.get("cookie");
    return header === null ? undefined : parse(header, SESSION_COOKIE)[SESSION_COOKIE];
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
    return serialize(SESSION_COOKIE, value, this.#secure ? { ...options, secure: true } : options);
  }
}
