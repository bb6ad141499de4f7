// What a browser loads until the page can be used.
import { launchBrowser } from "../support/browser.ts";
import {
  MAX_LIST_BYTES,
  MAX_LOGIN_BYTES,
  type PageWeight,
  weighList,
  weighLogin,
} from "../support/page_weight.ts";
import { BenchPanel } from "./bench_panel.ts";
import type { Measurement } from "./report.ts";

const ROUNDS = 3;

/** Measures all bytes on the wire until login is possible, and until the tasks are listed. */
export async function measurePage(): Promise<Measurement[]> {
  await using browser = await launchBrowser({ isWhole: true });
  await using bench = await BenchPanel.open();
  const { panel } = bench;
  await panel.json("/api/tasks", { json: { name: "Nightly", command: "echo", schedules: "manual" } });
  const login: PageWeight[] = [];
  const list: PageWeight[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    login.push(await weighLogin(browser, panel));
    list.push(await weighList(browser, panel, "Nightly"));
  }
  const kilobytes = (weights: readonly PageWeight[]) => weights.map(({ bytes }) => bytes / 1000);
  const requests = (weights: readonly PageWeight[]) => weights.map((weight) => weight.requests);
  return [
    {
      what: "on the wire until one can log in",
      unit: "kB",
      panel: kilobytes(login),
      promise: { atMost: MAX_LOGIN_BYTES / 1000 },
    },
    { what: "… requests", unit: "", panel: requests(login) },
    {
      what: "on the wire until the tasks are listed",
      unit: "kB",
      panel: kilobytes(list),
      promise: { atMost: MAX_LIST_BYTES / 1000 },
    },
    { what: "… requests", unit: "", panel: requests(list) },
  ];
}
