import { html } from "hono/html";
import {
  problemText,
  type StatusPageTexts,
  statusPageTexts,
} from "../../contract/messages/status_page_texts.ts";
import type { Language } from "../../contract/settings.ts";
import type { LabelStatus, TaskStatus } from "./service.ts";

export interface StatusPageOptions {
  language: Language;
  /** Allows the style. */
  nonce: string;
  basePath: string;
  /** Time zone of the panel. */
  zone: string;
  /** Name of the panel. */
  title: string;
}

/** Renders a status page as HTML without scripts; null for an address that does not exist. */
export function renderStatusPage(status: LabelStatus | null, options: StatusPageOptions): string {
  const texts = statusPageTexts[options.language];
  const heading = status?.label ?? options.title;
  return String(html`
    <!doctype html>
    <html lang="${options.language === "zh" ? "zh-CN" : "en"}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <title>${status === null ? heading : `${heading} - ${summaryOf(status, options.language)}`}</title>
        <link rel="icon" href="${options.basePath}/favicon.svg" type="image/svg+xml">
        <style nonce="${options.nonce}">${styles}</style>
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${status === null ? html`<p>${texts.gone}</p>` : statusMarkup(status, texts, options)}
        </main>
      </body>
    </html>
  `).trim();
}

function statusMarkup(status: LabelStatus, texts: StatusPageTexts, options: StatusPageOptions) {
  const { tasks, counts, at } = status;
  const { total } = counts;
  const time = timeFormat(options);
  const cellOf = (at: number | null) =>
    at === null ? texts.never : html`<time datetime="${new Date(at).toISOString()}">${time(at)}</time>`;
  const rows = tasks.map((task) =>
    html`
      <tr>
        <th scope="row">${task.name}</th>
        <td><span class="dot ${task.problem ?? task.status}"></span>${stateText(
          task,
          texts.states,
        )}</td>
        <td data-label="${texts.lastRun}">${cellOf(task.lastAt)}</td>
        <td data-label="${texts.nextRun}">${cellOf(task.nextAt)}</td>
      </tr>
    `
  );
  const heads = [texts.task, texts.state, texts.lastRun, texts.nextRun];
  return html`
    <p class="summary ${problemText(counts, texts) === "" ? "ok" : "failing"}">${summaryOf(
      status,
      options.language,
    )}</p>
    ${total > 0 && html`
      <table>
        <thead>
          <tr>${heads.map((head) => html`<th>${head}</th>`)}</tr>
        </thead>
        <tbody>${rows}</tbody>
      </table>
    `}
    ${total > tasks.length && html`<p>${texts.more(total - tasks.length)}</p>`}
    <p class="note">${texts.updated(`${time(at)} (${options.zone})`)}</p>
  `;
}

function summaryOf({ counts }: LabelStatus, language: Language): string {
  const texts = statusPageTexts[language];
  if (counts.total === 0) return texts.noTasks;
  const fine = counts.total - counts.failing - counts.overdue - counts.new;
  const parts = [
    problemText(counts, texts),
    fine > 0 ? texts.fine(fine) : "",
    counts.new > 0 ? texts.notRunYet(counts.new) : "",
  ];
  return parts.filter((part) => part !== "").join(texts.comma);
}

// A task that failed and runs again is not fine yet.
function stateText(
  { status, problem }: Pick<LabelStatus["tasks"][number], "status" | "problem">,
  states: Record<TaskStatus, string>,
): string {
  return problem !== null && status !== problem ? `${states[problem]} · ${states[status]}` : states[status];
}

function timeFormat({ language, zone }: StatusPageOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", {
    ...{ year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" },
    timeZone: zone,
  });
  return (at) => format.format(at);
}

const styles = `
:root { color-scheme: light dark; --text: #101828; --muted: #5b6577; --line: #e4e7ec; --back: #fff; --ok: #067647; --failing: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --text: #f2f4f7; --muted: #a3adbd; --line: #2c3442; --back: #10151d; --ok: #47cd89; --failing: #f97066; }
}
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 32px 16px; }
h1 { margin: 0 0 4px; font-size: 24px; overflow-wrap: anywhere; }
.summary { margin: 0 0 20px; font-weight: 600; }
.summary.ok { color: var(--ok); }
.summary.failing { color: var(--failing); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
thead th { color: var(--muted); font-size: 13px; font-weight: 500; }
tbody th { font-weight: 500; overflow-wrap: anywhere; }
td { white-space: nowrap; }
.dot { display: inline-block; width: 8px; height: 8px; margin-inline-end: 8px; border-radius: 50%; background: var(--muted); }
.dot.ok { background: var(--ok); }
.dot.failing, .dot.overdue { background: var(--failing); }
.dot.running { background: #1570ef; }
.note { color: var(--muted); font-size: 13px; }
@media (max-width: 640px) {
  thead { display: none; }
  tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--line); }
  tbody th, td { display: block; padding: 0; border: 0; white-space: normal; }
  td:nth-child(n + 3) { color: var(--muted); font-size: 13px; }
  td:nth-child(n + 3)::before { margin-inline-end: 8px; content: attr(data-label); }
}
`;
