import { html } from "hono/html";
import type { StatusPageTexts } from "../../contract/messages/status_page_texts.ts";
import type { LabelStatus } from "./service.ts";

const HEIGHT = 20;
const PADDING = 6;
const MAX_LABEL = 40;

/** Renders the state of a label as an SVG of two fields, as badges in a README look. */
export function renderBadge(status: LabelStatus | null, { badge }: StatusPageTexts): string {
  const label = status === null ? "?" : shorten(status.label);
  const [text, color] = stateOf(status, badge);
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

function stateOf(status: LabelStatus | null, badge: StatusPageTexts["badge"]): [text: string, color: string] {
  if (status === null || status.total === 0) return [badge.none, "#667085"];
  return status.failing > 0 ? [badge.failing(status.failing), "#b42318"] : [badge.fine, "#067647"];
}

function shorten(label: string): string {
  const signs = [...label];
  return signs.length <= MAX_LABEL ? label : `${signs.slice(0, MAX_LABEL - 1).join("")}…`;
}

// An image has no way to measure its text.
function widthOf(text: string): number {
  const signs = [...text].map((sign) => sign.codePointAt(0)! >= 0x1100 ? 12 : 7);
  return signs.reduce((sum, width) => sum + width, 2 * PADDING);
}
