/** Files imported as text. */
declare module "*.cjs" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.mjs" {
  const text: string;
  export default text;
}
declare module "*.py" {
  const text: string;
  export default text;
}
declare module "*.woff2" {
  const text: string;
  export default text;
}
declare module "*/sendNotify.js" {
  const text: string;
  export default text;
}

/** A package without types. */
declare module "js-yaml" {
  export function load(text: string): unknown;
}

/** A package without types, for tests. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  export class Provider {
    // deno-lint-ignore no-explicit-any -- its configuration has hundreds of fields
    constructor(issuer: string, configuration: any);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: object,
    ): Promise<void>;
  }
}
