// Plain text in the dress of markup: shown as it was written, whatever is in it.
import type { Message } from "./channel_type.ts";

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for HTML, attributes included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Escapes lines for HTML, each ended by `<br/>`. */
export function htmlLines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br/>");
}

/** Writes content and link as HTML. */
export function asHtml({ content, link }: Pick<Message, "content" | "link">): string {
  const address = link && escapeHtml(link);
  return htmlLines(content) + (address === null ? "" : `<br/><br/><a href="${address}">${address}</a>`);
}

/** Escapes a text for Markdown; line ends stay as they are. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~[\]<>|&#]/g, "\\$&")
    .replace(/^([ \t]*)([-+=])/gm, "$1\\$2")
    .replace(/^([ \t]*\d+)([.)])/gm, "$1\\$2")
    // Four spaces would begin a block of code.
    .replace(/^[ \t]+/gm, (blank) => "\u00a0".repeat(blank.length));
}

/** Writes content and link as Markdown, in which a line ends only after two spaces. */
export function asMarkdown({ content, link }: Pick<Message, "content" | "link">): string {
  const lines = escapeMarkdown(content).replaceAll("\n", "  \n");
  return link === null ? lines : `${lines}\n\n<${link}>`;
}
