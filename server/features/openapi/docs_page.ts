// The API as a page: plain HTML, no script at all, one style sheet of our own. The usual viewers bring a megabyte, styles in
// attributes and code made from text, none of which our policy lets in.
import type { Language } from "../../contract/settings.ts";
import type { Route } from "../../http/route.ts";
import { type DocsMessages, docsMessages } from "./docs_messages.ts";
import { openApiDocument, operationId, tagOf } from "./document.ts";
import type { JsonSchema } from "./json_schemas.ts";
import { schemaText } from "./schema_text.ts";
import { scopeTable } from "./scope_table.ts";

export interface DocsOptions {
  routes: readonly Route[];
  basePath: string;
  version: string;
  language: Language;
}

// Names for links lie inside of what is folded: a browser unfolds what a link leads into.
interface Operation {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema?: JsonSchema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** Writes the page that shows the API's document. */
export function docsPage({ routes, basePath, version, language }: DocsOptions): string {
  const messages = docsMessages[language];
  // Written by our own code in this shape.
  const document = openApiDocument({ routes, basePath, version }) as unknown as Document;
  const parts = [...new Set(routes.map(tagOf))].toSorted();
  const page = markup`
    <!doctype html>
    <html lang="${language === "zh" ? "zh-CN" : "en"}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${messages.title} - Sundial</title>
        <link rel="icon" href="${basePath}/favicon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="${basePath}/api_docs.css">
      </head>
      <body>
        <header>
          <h1>Sundial ${messages.title} <small>${version}</small></h1>
          <p>${messages.intro} <a href="${basePath}/api/openapi.json">${messages.document}</a></p>
        </header>
        <nav aria-label="${messages.parts}">
          <ul>
    <li><a href="#permissions">${messages.permissions}</a></li>
    ${join(parts.map((part) => markup`<li><a href="#part-${part}">${part}</a></li>`))}
    <li><a href="#schemas">${messages.schemas}</a></li>
          </ul>
        </nav>
        <main>
    ${permissions(routes, messages, basePath)}
    ${join(parts.map((part) => partSection(part, { routes, document, messages, basePath })))}
    <section id="schemas"><h2>${messages.schemas}</h2>
    ${join(Object.entries(document.components.schemas).toSorted().map(shape))}
    </section>
        </main>
      </body>
    </html>
  `;
  return page.text;
}

function permissions(routes: readonly Route[], messages: DocsMessages, basePath: string): Html {
  return markup`
    <section id="permissions">
      <h2>${messages.permissions}</h2>
      <p>${messages.permissionsIntro}</p>
      <p>${messages.token}</p>
      <pre>${tokenExample(basePath)}</pre>
      <table>
        <thead>
          <tr>
            <th>${messages.permission}</th>
            <th>${messages.opens}</th>
          </tr>
        </thead>
        <tbody>
    ${
    join(
      scopeTable(routes).map((row) =>
        markup`
          <tr>
            <td><code>${row.scope}</code></td>
            <td>${
          row.routes.length === 0 ? messages.nothing : join(row.routes.map(({ method, path }) =>
            markup`
                <a href="#${operationId(method.toLowerCase(), path)}"><code>${method} ${path}</code></a>
              `
          ))
        }</td>
          </tr>
        `
      ),
    )
  }
        </tbody>
      </table>
    </section>
  `;
}

function tokenExample(basePath: string): string {
  return `POST ${basePath}/api/auth/token  {"clientId": "…", "clientSecret": "…"}\nAuthorization: Bearer …`;
}

interface Part {
  routes: readonly Route[];
  document: Document;
  messages: DocsMessages;
  basePath: string;
}

function partSection(part: string, visible: Part): Html {
  const routes = visible.routes.filter((route) => tagOf(route) === part)
    .toSorted((a, b) => a.path.localeCompare(b.path));
  return markup`
    <section id="part-${part}"><h2>${part}</h2>
    ${join(routes.map((route) => routeDetails(route, visible)))}
    </section>
  `;
}

function routeDetails(route: Route, { document, messages, basePath }: Part): Html {
  const { method, path, summary } = route;
  const operation = document.paths[path]![method]!;
  const address = `${basePath}/api${path}`;
  const canOpen = method === "get" && !path.includes("{") && path !== "/events";
  return markup`
    <details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${summary}</span></summary>
    <p class="access" id="${operationId(method, path)}">${accessText(route, messages)}${
    route.stepUp ? markup`<br>${stepUpText(route.stepUp, messages)}` : ""
  }</p>
    ${
    canOpen
      ? markup`<p><a href="${address}" target="_blank">${messages.open} <code>${address}</code></a></p>`
      : ""
  }
    ${parameters(operation, messages)}
    ${body(operation, messages)}
    <h3>${messages.results}</h3><dl>
    ${
    join(
      Object.entries(operation.responses).map(([status, { description, content }]) =>
        markup`
          <dt><code>${status}</code></dt>
          <dd>${description ?? problemLink()}${contentText(content)}</dd>
        `
      ),
    )
  }
    </dl></details>
  `;
}

function problemLink(): Html {
  return markup`<a href="#schema-Problem">Problem</a>`;
}

function accessText({ access }: Route, messages: DocsMessages): string {
  if (access === "public" || access === "account" || access === "known") return messages.access[access];
  return messages.access.scope.replace("{scope}", access);
}

function stepUpText(stepUp: NonNullable<Route["stepUp"]>, messages: DocsMessages): string {
  if (stepUp === true) return messages.stepUp;
  return messages.stepUpFields.replace("{fields}", stepUp.fields.join(", "));
}

function parameters({ parameters }: Operation, messages: DocsMessages): Html {
  if (parameters.length === 0) return markup``;
  const rows = parameters.map((one) =>
    markup`
      <tr>
        <td><code>${one.name}</code></td>
        <td>${one.in}${one.required ? `, ${messages.required}` : ""}</td>
        <td><code>${schemaText(one.schema)}</code> ${one.description ?? ""}</td>
      </tr>
    `
  );
  return markup`
    <h3>${messages.parameters}</h3>
    <table>
      <tbody>${join(rows)}</tbody>
    </table>
  `;
}

function body({ requestBody }: Operation, messages: DocsMessages): Html {
  if (!requestBody) return markup``;
  return markup`<h3>${messages.body}</h3>${contentText(requestBody.content)}`;
}

function contentText(content: Record<string, { schema?: JsonSchema }> | undefined): Html {
  return join(
    Object.entries(content ?? {}).map(([type, { schema = {} }]) =>
      markup`<pre><i>${type}</i>
${linked(schemaText(schema))}</pre>`
    ),
  );
}

function shape([name, schema]: [string, JsonSchema]): Html {
  return markup`
    <details>
      <summary><code>${name}</code></summary>
      <pre id="schema-${name}">${linked(schemaText(schema))}</pre>
    </details>
  `;
}

// Names of shapes are written with an arrow before them.
function linked(text: string): Html {
  return join(
    text.split(/(→\w+)/).map((piece) =>
      piece.startsWith("→")
        ? markup`<a href="#schema-${piece.slice(1)}">${piece.slice(1)}</a>`
        : markup`${piece}`
    ),
  );
}

/** Text that is HTML already; everything else is escaped where it is put in. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Writes HTML; what is put into it is escaped unless it is `Html` itself. */
function markup(pieces: TemplateStringsArray, ...values: (string | Html)[]): Html {
  return new Html(pieces.reduce((text, piece, index) => text + textOf(values[index - 1] ?? "") + piece));
}

/** Puts pieces one behind the other. */
function join(pieces: readonly Html[]): Html {
  return new Html(pieces.map(({ text }) => text).join(""));
}

function textOf(value: string | Html): string {
  return value instanceof Html ? value.text : value.replace(/[&<>"']/g, (sign) => entities[sign]!);
}
