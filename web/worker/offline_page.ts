import { offline as en } from "../messages/en/offline.ts";
import { offline as zh } from "../messages/zh/offline.ts";

const texts = { en, zh };
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

// The colors of `styles.css`, and its theme: that of the device, unless one is stored.
const style = `
:root { color-scheme: light; --bg: #fafbfc; --text: #11151a; --muted: #5b6470; --fill: #0a6ccf; --ring: #1890ff }
:root[data-theme="dark"] { color-scheme: dark; --bg: #0b0e13; --text: #e6eaf0; --muted: #a0aab8; --fill: #1470cc; --ring: #40a4ff }
body { min-height: 100dvh; margin: 0; display: grid; place-items: center; background: var(--bg); color: var(--text);
  font: 14px/1.45 system-ui, -apple-system, "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif }
main { display: flex; flex-direction: column; align-items: center; max-width: 360px; padding: 24px; text-align: center }
svg { width: 48px; height: 48px }
h1 { margin: 16px 0 4px; font-size: 20px; font-weight: 600; line-height: 1.35 }
p { margin: 0 0 20px; color: var(--muted) }
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
