import { secretForms } from "../../platform/masking/secret_forms.ts";

/** Shorter ones would hide half of every text. */
const SHORTEST = 4;
/** So many first signs of a secret at the end of a text that was cut are hidden too. */
const SHORTEST_START = 6;
const MASK = "***";

/** Hides secrets in what a service said, in whichever form it repeats them. */
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
