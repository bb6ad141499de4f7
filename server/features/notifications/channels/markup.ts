// Renders plain text as markup so that it appears exactly as written.
import type { Message } from "./channel_type.ts";

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Escapes lines for HTML and ends each with `<br/>`. */
export function htmlLines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br/>");
}

export function asHtml({ content, link }: Pick<Message, "content" | "link">): string {
  const address = link && escapeHtml(link);
  return htmlLines(content) + (address === null ? "" : `<br/><br/><a href="${address}">${address}</a>`);
}

const markup = /[\\`*_~[\]<>|&#]/g;
const webAddress = /https?:\/\/[^\s<>"'`|\\[\]]+/g;

/** Escapes text for Markdown; line breaks are kept, and web addresses lead where they did. */
export function escapeMarkdown(text: string): string {
  return betweenAddresses(text, (part) => part.replace(markup, "\\$&"))
    .replace(/^([ \t]*)([-+=])/gm, "$1\\$2")
    .replace(/^([ \t]*\d+)([.)])/gm, "$1\\$2")
    // Four spaces would start a code block.
    .replace(/^[ \t]+/gm, (blank) => "\u00a0".repeat(blank.length));
}

// A backslash would become part of the address. Between angle brackets, it is no markup.
function betweenAddresses(text: string, escape: (part: string) => string): string {
  let escaped = "", end = 0;
  for (const { 0: found, index } of text.matchAll(webAddress)) {
    const address = withoutMarks(found);
    const written = address === escape(address) ? address : `<${address}>`;
    escaped += escape(text.slice(end, index)) + written;
    end = index + address.length;
  }
  return escaped + escape(text.slice(end));
}

/** Strips what follows an address in a sentence, or encloses it. */
function withoutMarks(address: string): string {
  let end = address.length;
  while (".,;:!?*_~)".includes(address[end - 1]!)) end--;
  return address.slice(0, end);
}

/** Renders content and link as Markdown, where a line break needs two trailing spaces. */
export function asMarkdown({ content, link }: Pick<Message, "content" | "link">): string {
  const lines = escapeMarkdown(content).replaceAll("\n", "  \n");
  return link === null ? lines : `${lines}\n\n<${link}>`;
}
