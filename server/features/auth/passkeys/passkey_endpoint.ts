import type { SessionCookie } from "../../../http/session_cookie.ts";
import { newToken } from "../tokens.ts";
import { CHALLENGE_LIFE_MS } from "./challenges.ts";
import type { Asking } from "./passkeys.ts";
import { type RelyingParty, relyingPartyOf } from "./relying_party.ts";

export interface PasskeyEndpointOptions {
  cookie: SessionCookie;
  publicUrl: URL | null;
}

/** Reads of a request what concerns passkeys: the panel's name, and which browser it is. */
export class PasskeyEndpoint {
  readonly #options: PasskeyEndpointOptions;

  constructor(options: PasskeyEndpointOptions) {
    this.#options = options;
  }

  /** Finds under which name the panel was asked. */
  party(request: Request): RelyingParty | null {
    return relyingPartyOf(request, this.#options.publicUrl);
  }

  /** Tells who answers; a browser that was not asked answers nothing. */
  answering(request: Request): Asking {
    return this.#asking(request, this.#options.cookie.read(request) ?? "");
  }

  /** Tells who is being asked, and the headers by which they are known when they answer. Several tabs share them. */
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
