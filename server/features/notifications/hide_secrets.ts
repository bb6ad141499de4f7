import { secretForms } from "../../platform/masking/secret_forms.ts";

/** Masking shorter secrets would mask half of every text. */
const SHORTEST = 4;
/** Minimum number of characters of a secret, cut off at the end of a text, to mask. */
const SHORTEST_START = 6;
const MASK = "***";

/** Masks secrets in the response of a service, in whatever encoding they are repeated. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const decoder = new TextDecoder();
  const forms = secrets.filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => secretForms(secret).map((form) => decoder.decode(form)))
    .filter((form) => form.length >= SHORTEST)
    .sort((one, other) => other.length - one.length);
  const hidden = forms.reduce((reply, form) => reply.replaceAll(form, MASK), text);
  return forms.reduce(hideStart, hidden);
}

function hideStart(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST_START; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MASK;
  }
  return text;
}
