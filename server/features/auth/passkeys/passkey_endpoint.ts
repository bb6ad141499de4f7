import type { SessionCookie } from "../../../http/session_cookie.ts";
import { newToken } from "../tokens.ts";
import { CHALLENGE_LIFE_MS } from "./challenges.ts";
import type { Asking } from "./passkeys.ts";
import { type RelyingParty, relyingPartyOf } from "./relying_party.ts";

export interface PasskeyEndpointOptions {
  cookie: SessionCookie;
  publicUrl: URL | null;
}

/** Reads from a request what passkeys need: the host name of the panel and the identity of the browser. */
export class PasskeyEndpoint {
  readonly #options: PasskeyEndpointOptions;

  constructor(options: PasskeyEndpointOptions) {
    this.#options = options;
  }

  /** Returns the relying party for this request. */
  party(request: Request): RelyingParty | null {
    return relyingPartyOf(request, this.#options.publicUrl);
  }

  /** Returns who responds to a challenge; a browser without the cookie cannot match any. */
  answering(request: Request): Asking {
    return this.#asking(request, this.#options.cookie.read(request) ?? "");
  }

  /**
   * Returns who requests a challenge, and the headers that identify the browser when it responds. Several
   * tabs share the cookie.
   */
  asked(request: Request): { asking: Asking; headers: Record<string, string> } {
    const { cookie } = this.#options;
    const token = cookie.read(request) || newToken();
    return {
      asking: this.#asking(request, token),
      headers: { "set-cookie": cookie.keep(token, CHALLENGE_LIFE_MS) },
    };
  }

  #asking(request: Request, token: string): Asking {
    return { party: this.party(request), holder: `browser ${token}` };
  }
}
