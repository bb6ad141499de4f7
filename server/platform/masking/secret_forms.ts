// The forms in which a secret may come out of a program: as it is, line by line, as a part of a longer text in base64, in an
// address, in JSON.
import { Buffer } from "node:buffer";

/** Shorter lines of a secret are not looked for by themselves. */
const SHORTEST_LINE = 8;
/** Where `base64` and others break their lines. */
const LINE_LENGTHS = [76, 64];

/** Lists the byte strings that give a secret away, each once. */
export function secretForms(secret: string): Uint8Array[] {
  const lines = secret.split(/\r\n|\r|\n/).filter((line) => [...line].length >= SHORTEST_LINE);
  const texts = new Set([secret, ...lines].filter((text) => text !== ""));
  const forms = new Set([...texts].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    ...addressForms(text),
    ...base64Forms(text),
  ]));
  return [...forms].map((form) => new TextEncoder().encode(form));
}

// Programs differ in which signs they leave as they are, in how they write a space, and in small or capital digits.
function addressForms(text: string): string[] {
  const usual = encodeURIComponent(text);
  const strict = usual.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [usual, strict, encodeURI(text), strict.replaceAll("%2F", "/")];
  const withPlus = [usual, strict, strict.replaceAll("~", "%7E")].map((form) => form.replaceAll("%20", "+"));
  return [...forms, ...withPlus].flatMap((form) => [
    form,
    form.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()),
  ]);
}

// Three bytes become four signs, so what stands before a secret decides on the signs it becomes: there are three ways.
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  const forms = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const encoded = whole.toString("base64");
    // Signs that are half of what stands before, or half of what comes after, are nobody's.
    const start = Math.ceil(before * 8 / 6);
    const certain = encoded.slice(start, Math.floor(whole.length * 8 / 6));
    const last = encoded.slice(start);
    const broken = before === 0 ? LINE_LENGTHS.map((length) => breakLines(certain, length)) : [];
    return [certain, last, last.replace(/=+$/, ""), ...broken];
  });
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}

function breakLines(text: string, length: number): string {
  return text.replace(new RegExp(`.{${length}}(?=.)`, "g"), "$&\n");
}
