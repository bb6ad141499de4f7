import { offline as en } from "../messages/en/offline.ts";
import { repair as repairEnglish } from "../messages/en/health.ts";
import { installations, type RepairText } from "../messages/repair_steps.ts";
import { offline as zh } from "../messages/zh/offline.ts";
import { repair as repairChinese } from "../messages/zh/health.ts";

const texts = { en, zh };
const repairTexts = { en: repairEnglish, zh: repairChinese };
const tags = { en: "en", zh: "zh-CN" };

/**
 * Returns the page for a panel that cannot be reached, complete in itself: nothing else could be loaded. It reloads once
 * the panel responds or the network is back. `scope` is the URL of the panel.
 */
export function offlinePage(
  { language, scope }: { language: keyof typeof texts; scope: string },
): Response {
  const { title, help, retry } = texts[language];
  const nonce = crypto.randomUUID();
  const health = JSON.stringify(new URL("api/health", scope).href);
  const html = `<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
${logo}
<h1>${title}</h1>
<p>${help}</p>
<button type="button" autofocus>${retry}</button>
${steps(language)}
</main>
<script nonce="${nonce}">${script.replace("HEALTH", () => health)}</script>
</body>
</html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

/** Returns the repair steps for each kind of installation. */
function steps(language: keyof typeof texts): string {
  // Without the message formatter: these texts have no placeholders.
  const t = (key: RepairText) =>
    escape(repairTexts[language][key.slice("repair.".length) as keyof typeof repairEnglish]);
  return installations.map(({ title, steps }) => {
    const items = steps.map(({ title, help, commands }) => {
      const lines = commands.map((command) => `<pre dir="ltr"><code>${escape(command)}</code></pre>`);
      return `<li><h3>${t(title)}</h3><p>${t(help)}</p>${lines.join("")}</li>`;
    });
    return `<section><h2>${t(title)}</h2><ol>${items.join("")}</ol></section>`;
  }).join("\n");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

// The colors of `styles.css`, and its theme: that of the device, unless one is stored.
const style = `
:root { color-scheme: light; --bg: #fafbfc; --text: #11151a; --muted: #5b6470; --fill: #0a6ccf; --ring: #1890ff; --line: #e7eaee; --sunken: #f1f3f5 }
:root[data-theme="dark"] { color-scheme: dark; --bg: #0b0e13; --text: #e6eaf0; --muted: #a0aab8; --fill: #1470cc; --ring: #40a4ff; --line: #232a35; --sunken: #181d26 }
body { min-height: 100dvh; margin: 0; display: grid; place-items: center; background: var(--bg); color: var(--text);
  font: 14px/1.45 system-ui, -apple-system, "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif }
main { display: flex; flex-direction: column; align-items: center; width: min(640px, 100%); box-sizing: border-box; padding: 24px }
main > h1, main > p { max-width: 440px; text-align: center }
svg { width: 48px; height: 48px }
h1 { margin: 16px 0 4px; font-size: 20px; font-weight: 600; line-height: 1.35 }
p { margin: 0; color: var(--muted) }
main > p { margin-bottom: 20px }
section { width: 100%; margin-top: 24px }
h2, h3 { margin: 0; font-size: 14px; font-weight: 600; line-height: 1.45 }
h3 { font-weight: 500 }
ol { margin: 8px 0 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; counter-reset: step; list-style: none }
li { padding: 16px; counter-increment: step }
li + li { border-top: 1px solid var(--line) }
h3::before { content: counter(step) ". "; color: var(--muted) }
pre { margin: 8px 0 0; padding: 8px 12px; border-radius: 6px; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere;
  font: 12px/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
code { font: inherit; user-select: all }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 6px; background: var(--fill); color: #fff;
  font: inherit; font-weight: 500; cursor: pointer }
button:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px }`;

const logo = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0a6ccf"/>
<g fill="none" stroke="#fff" stroke-linecap="round"><path d="M7 21a9 9 0 0 1 18 0" stroke-width="2"/>
<path d="M16 21 21.5 10.5" stroke-width="2.4"/><path d="M6 24.5h20" stroke-width="2" opacity=".55"/></g></svg>`;

const script = `
let theme = null;
try { theme = localStorage.getItem("theme"); } catch {}
if (theme !== "light" && theme !== "dark") theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
document.documentElement.dataset.theme = theme;
const reload = () => location.reload();
document.querySelector("button").addEventListener("click", reload);
addEventListener("online", reload);
setInterval(async () => {
  if (document.hidden) return;
  const response = await fetch(HEALTH, { cache: "no-store" }).catch(() => null);
  if (response && response.status !== 502 && response.status !== 504) reload();
}, 5000);`;
