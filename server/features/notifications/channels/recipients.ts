import { DeliveryError } from "./channel_type.ts";

/**
 * Reads recipients as RFC 5322 writes them, separated by `;` or `,`, which a quoted name may contain. Returns each as a mail
 * names it. Throws `DeliveryError` for one without an address.
 */
export async function readRecipients(text: string): Promise<string[]> {
  const { default: parseAddresses } = await import("nodemailer/lib/addressparser");
  return parseAddresses(withPlainSeparators(text), { flatten: true }).map(({ name, address }) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) {
      throw new DeliveryError(`Not an email address: ${address || name}`, { permanent: true });
    }
    return name === "" ? address : `"${name.replace(/[\\"]/g, "\\$&")}" <${address}>`;
  });
}

/** Replaces full-width separators outside of quoted names. */
function withPlainSeparators(text: string): string {
  let plain = "", isQuoted = false, isEscaped = false;
  for (const sign of text) {
    if (sign === '"' && !isEscaped) isQuoted = !isQuoted;
    isEscaped = sign === "\\" && !isEscaped;
    plain += !isQuoted && (sign === "；" || sign === "，") ? "," : sign;
  }
  return plain;
}
