import { html } from "hono/html";
import { problemText, type StatusPageTexts } from "../../contract/messages/status_page_texts.ts";
import type { LabelStatus } from "./service.ts";

const HEIGHT = 20;
const PADDING = 6;
const MAX_LABEL = 40;

/** Renders the state of a label as an SVG of two fields, as badges in a README look. */
export function renderBadge(status: LabelStatus | null, texts: StatusPageTexts): string {
  const label = status === null ? "?" : shorten(status.label);
  const [text, color] = stateOf(status, texts);
  const [left, right] = [widthOf(label), widthOf(text)];
  const width = left + right;
  return String(html`
    <svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img"
      aria-label="${label}: ${text}">
      <title>${label}: ${text}</title>
      <rect width="${left}" height="${HEIGHT}" fill="#475467" />
      <rect x="${left}" width="${right}" height="${HEIGHT}" fill="${color}" />
      <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,sans-serif" font-size="11">
        <text x="${left / 2}" y="14">${label}</text>
        <text x="${left + right / 2}" y="14">${text}</text>
      </g>
    </svg>
  `).trim();
}

function stateOf(status: LabelStatus | null, texts: StatusPageTexts): [text: string, color: string] {
  if (status === null || status.counts.total === 0) return [texts.badge.none, gray];
  const problem = problemText(status.counts, texts);
  if (problem !== "") return [problem, "#b42318"];
  return status.counts.new === status.counts.total ? [texts.states.new, gray] : [texts.badge.fine, "#067647"];
}

const gray = "#667085";

function shorten(label: string): string {
  const signs = [...label];
  return signs.length <= MAX_LABEL ? label : `${signs.slice(0, MAX_LABEL - 1).join("")}…`;
}

// An image has no way to measure its text.
function widthOf(text: string): number {
  const signs = [...text].map((sign) => sign.codePointAt(0)! >= 0x1100 ? 12 : 7);
  return signs.reduce((sum, width) => sum + width, 2 * PADDING);
}
