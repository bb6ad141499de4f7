// The forms in which a program may print a secret: unchanged, line by line, as part of a longer text in base64, in a URL,
// in JSON, and as quoted by languages and shells.
import { Buffer } from "node:buffer";
import { trimEnd } from "../../contract/trim_end.ts";

/** Shorter lines of a secret are not masked on their own. */
const SHORTEST_LINE = 8;
/** Line lengths of `base64` and other encoders, in characters. */
const LINE_LENGTHS = [76, 64];
/**
 * In characters. Beyond this length, line breaks are only covered for a secret at the start of the text: there would be too
 * many variants.
 */
const MAX_BROKEN_ANYWHERE = 12 * 1024;

/** Returns the byte strings that reveal a secret, without duplicates. */
export function secretForms(secret: string): Uint8Array[] {
  const lines = secret.split(/\r\n|\r|\n/).filter((line) => [...line].length >= SHORTEST_LINE);
  const texts = new Set([secret, ...lines].filter((text) => text !== ""));
  const forms = new Set([...texts].flatMap((text) => [
    text,
    ...jsonForms(text),
    ...quotedForms(text),
    ...addressForms(text),
    ...base64Forms(text),
  ]));
  return [...forms].map((form) => new TextEncoder().encode(form));
}

// Programs differ in whether they escape non-ASCII characters and slashes.
function jsonForms(text: string): string[] {
  const usual = toJson(text);
  const inCapitals = toAscii(usual, (digits) => digits.toUpperCase());
  return [usual, toAscii(usual, (digits) => digits), inCapitals]
    .flatMap((form) => [form, form.replaceAll("/", "\\/")]);
}

function toJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function toAscii(text: string, write: (digits: string) => string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (sign) => `\\u${write(sign.charCodeAt(0).toString(16).padStart(4, "0"))}`,
  );
}

// As `set -x` and `export -p` of shells and `repr` of Python quote texts.
function quotedForms(text: string): string[] {
  const inside = text.split('"').map(toJson).join('"');
  return [
    text.replaceAll("'", "'\\''"),
    text.replace(/["$`\\]/g, "\\$&"),
    text.includes('"') ? inside.replaceAll("'", "\\'") : inside,
  ];
}

// Programs differ in which characters they escape, in how they write a space, and in upper or lower case digits.
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

// Three bytes become four characters, so the encoding depends on the length of the text before the secret: there are three
// variants.
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  const forms = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const encoded = whole.toString("base64");
    // Leaves out characters that also encode bytes of the text before or after.
    const start = Math.ceil(before * 8 / 6);
    const certain = encoded.slice(start, Math.floor(whole.length * 8 / 6));
    const last = encoded.slice(start);
    const plain = [certain, last, trimEnd(last, "=")];
    const inAddresses = plain.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
    return [
      ...plain,
      ...inAddresses,
      ...LINE_LENGTHS.flatMap((length) => brokenForms(certain, start, length)),
    ];
  });
  return forms;
}

// The length of the text before it on its first line, in steps of four characters, determines where it is broken.
function brokenForms(certain: string, start: number, length: number): string[] {
  const places = certain.length > MAX_BROKEN_ANYWHERE ? 1 : length / 4;
  return Array.from(
    { length: places },
    (_, index) => breakLines(certain, length, length - start - 4 * index),
  );
}

function breakLines(text: string, length: number, first: number): string {
  let broken = text.slice(0, first);
  for (let at = first; at < text.length; at += length) broken += `\n${text.slice(at, at + length)}`;
  return broken;
}
