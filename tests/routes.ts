// deno-lint-ignore-file no-console -- output of a command
// Prints the routes of the API: `deno task routes`. They are those that a panel registers.
import { listRouteLines } from "./support/list_route_lines.ts";
import { TestPanel } from "./support/test_panel.ts";

await using panel = await TestPanel.open();
const document = await panel.request("GET", "/openapi.json", { headers: await panel.logIn() });
console.log(listRouteLines(document).join("\n"));
