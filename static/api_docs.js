// Search and trial requests on the page of the API. Its texts are in the attributes of <body>.
const texts = document.body.dataset;
const search = document.querySelector("input[type=search]");
const nothing = document.querySelector("#nothing");
const entries = [...document.querySelectorAll("details[data-address], #schemas details")];
/** More of a response is not shown (characters). */
const MAX_SHOWN = 200_000;

search.closest("search").hidden = false;
search.addEventListener("input", () => filter(search.value));
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
  }
  if (event.key === "Escape" && event.target === search) filter(search.value = "");
});
for (const one of document.querySelectorAll("details[data-address]")) {
  one.addEventListener("toggle", () => one.querySelector("form") ?? one.append(trialOf(one)));
}
filter(search.value); // what a reload has kept

/** Shows the entries whose heading contains all of the words. */
function filter(text) {
  const words = text.toLowerCase().split(/\s+/);
  for (const one of entries) {
    const heading = one.querySelector("summary").textContent.toLowerCase();
    one.hidden = !words.every((word) => heading.includes(word));
  }
  for (const section of document.querySelectorAll("main section")) {
    const own = entries.filter((one) => section.contains(one));
    section.hidden = own.length === 0 ? text.trim() !== "" : own.every(({ hidden }) => hidden);
  }
  nothing.hidden = entries.some(({ hidden }) => !hidden);
}

/** Creates the form that sends a request to a route, with the session of the page. */
function trialOf({ dataset: { method, address, body } }) {
  const form = element("form", {});
  const parameters = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => field(form, name, "input"));
  const query = field(form, texts.query, "input");
  const content = body === undefined ? null : field(form, texts.body, "textarea");
  if (content) content.value = body;
  const send = element("button", { textContent: texts.send });
  const note = element("span", { textContent: method === "GET" ? "" : texts.changes, className: "access" });
  const result = element("pre", { hidden: true, tabIndex: 0 });
  result.setAttribute("aria-live", "polite");
  form.prepend(element("h3", { textContent: texts.try }));
  form.append(send, " ", note, result);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = parameters.map(({ value }) => encodeURIComponent(value)).values();
    const path = address.replace(/\{\w+\}/g, () => values.next().value);
    const asked = query.value.trim().replace(/^\?/, "");
    send.disabled = true;
    result.hidden = false;
    result.textContent = "…";
    result.textContent = await answerOf(path + (asked && `?${asked}`), method, content?.value);
    send.disabled = false;
  });
  return form;
}

async function answerOf(url, method, body) {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const start = performance.now();
  try {
    const response = await fetch(url, { method, headers, body });
    const text = shownText(response.headers.get("content-type") ?? "", await response.blob());
    return `${response.status}, ${Math.round(performance.now() - start)} ms\n${await text}`;
  } catch (error) {
    return `${texts.unreachable}\n${error.message}`;
  }
}

async function shownText(type, blob) {
  if (!/json|text|xml/.test(type)) return blob.size === 0 ? "" : `${type} (${blob.size} B)`;
  const text = await blob.text();
  const shown = type.includes("json") ? indented(text) : text;
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function field(form, name, tag) {
  const input = element(tag, { spellcheck: false, autocomplete: "off" });
  const label = element("label", { textContent: name });
  label.append(input);
  form.append(label);
  return input;
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
