// Walks through a page as a curious user would: opens all that opens and chooses each choice once. Each choice
// is made where it was found, in a dialog, a menu, a list or the page itself; what it reveals comes next.
import type { Page } from "playwright-core";
import type { BrowserClient } from "./browser.ts";

/** Something to choose: a button, a radio button, a tab, an option. */
interface Choice {
  key: string;
  /** Selector of what a user clicks. */
  target: string;
  /** Whether it is a row with a menu, which the other mouse button opens. */
  isRow: boolean;
}

/** What takes the clicks: the topmost dialog, menu or list, or else the page. */
interface Surface {
  name: string;
  isOverlay: boolean;
  choices: Choice[];
  /** The text of a part that failed to render. */
  broken: string | null;
}

interface Known {
  /** Choices that were seen but not made yet. */
  left: Set<string>;
  /** The choices that open it, and where they are. */
  openers: { key: string; surface: string }[];
}

export interface WalkOptions {
  client: BrowserClient;
  /** The page's full URL. */
  url: string;
  /** Choices already made, on other walks over the same page; this walk adds its own. */
  seen: Set<string>;
  /** Whether a URL still belongs to the walk; from any other it returns to `url`. */
  belongs(url: URL): boolean;
  /** Which paths of links are followed: those of dialogs, which stay on the page. */
  links: RegExp;
  /** Texts that the page displays instead of a part that failed. */
  failures: readonly string[];
  /**
   * Whether a list or a menu is walked through again in each dialog that opens it, and whether each option of a filter is chosen
   * instead of the first three and the last.
   */
  repeats: boolean;
  /** Accessible names of what is not chosen, such as the buttons that close a dialog. */
  skipped: readonly string[];
}

export interface Walk {
  made: number;
  /** The first choices after which something was broken, and what. */
  broken: string[];
}

const MAX_CHOICES = 600;
const MAX_RESTARTS = 20;

/** Walks through the page at a URL until each choice was made once. */
export async function walkChoices(options: WalkOptions): Promise<Walk> {
  const { client, url, belongs, seen } = options;
  const { page } = client;
  const known = new Map<string, Known>();
  const walk: Walk = { made: 0, broken: [] };
  let last: { key: string; surface: string } | undefined;
  let restarts = 0;
  const restart = async () => {
    restarts++;
    last = undefined;
    await page.goto(url);
    await page.locator("h1, h2").first().waitFor();
    await client.settled();
  };
  const read = () =>
    page.evaluate(readInPage, {
      ...{ links: options.links.source, failures: [...options.failures], skipped: [...options.skipped] },
      repeats: options.repeats,
    });
  await restart();
  while (walk.made < MAX_CHOICES && restarts < MAX_RESTARTS) {
    if (!belongs(new URL(page.url()))) await restart();
    let surface = await read();
    if (last && !surface.isOverlay && surface.choices.every(({ key }) => seen.has(key))) {
      // A page may come in several steps.
      await client.settled();
      surface = await read();
    }
    const problem = surface.broken ?? client.errors[0];
    if (problem !== undefined && problem !== null) {
      walk.broken.push(`${last?.key ?? url}: ${problem}`);
      client.errors.length = 0;
      if (last === undefined) return walk;
      await restart();
      continue;
    }
    const revealed = remember(known, surface, { seen, opener: last });
    const next = revealed ?? nextChoice(surface, { known, seen });
    if (next) {
      seen.add(next.key);
      known.get(surface.name)?.left.delete(next.key);
      walk.made++;
      last = { key: next.key, surface: surface.name };
      const before = page.url();
      await make(page, next);
      await (page.url() === before ? client.answered() : client.settled());
      continue;
    }
    if (!surface.isOverlay) break;
    await page.keyboard.press("Escape");
    await client.answered();
    last = undefined;
    if ((await read()).name === surface.name) await restart();
  }
  return walk;
}

/** Remembers the choices of a surface. Returns the first that was not visible there before. */
function remember(
  known: Map<string, Known>,
  { name, choices }: Surface,
  { seen, opener }: { seen: ReadonlySet<string>; opener: Known["openers"][number] | undefined },
): Choice | undefined {
  const one = known.get(name) ?? { left: new Set(), openers: [] };
  const revealed = choices.find(({ key }) => !seen.has(key) && !one.left.has(key));
  for (const { key } of choices) if (!seen.has(key)) one.left.add(key);
  if (opener && opener.surface !== name) one.openers.push(opener);
  known.set(name, one);
  return revealed;
}

/** Returns a choice that was not made yet, or else one that leads to a surface which still has some. */
function nextChoice(
  { name, choices }: Surface,
  { known, seen }: { known: Map<string, Known>; seen: ReadonlySet<string> },
): Choice | undefined {
  const fresh = choices.find(({ key }) => !seen.has(key));
  if (fresh) return fresh;
  // What is not visible now, in this state, does not become visible by waiting.
  known.get(name)?.left.clear();
  for (const [target, one] of known) {
    if (one.left.size === 0) continue;
    const steps = stepsTowards(target, { from: name, known });
    const choice = choices.find(({ key }) => steps.includes(key));
    if (!choice) continue;
    one.left = new Set([...one.left].slice(1)); // so that it ends, even if it does not open again
    return choice;
  }
  return undefined;
}

function stepsTowards(
  target: string,
  { from, known, depth = 0 }: { from: string; known: Map<string, Known>; depth?: number },
): string[] {
  const openers = known.get(target)?.openers ?? [];
  return openers.flatMap(({ key, surface }) => {
    if (surface === from) return [key];
    return depth < 4 ? stepsTowards(surface, { from, known, depth: depth + 1 }) : [];
  });
}

/** Clicks a choice, unless it went away or something opened over it since it was read. */
async function make(page: Page, { target, isRow }: Choice): Promise<void> {
  const point = await page.evaluate(findPoint, target);
  if (point !== null) await page.mouse.click(point.x, point.y, { button: isRow ? "right" : "left" });
}

/**
 * Runs in the page: returns where a click reaches an element, once it has come to rest. `Locator.click` also
 * finds out, in several steps that take more time than most choices.
 */
async function findPoint(selector: string): Promise<{ x: number; y: number } | null> {
  const element = document.querySelector(selector);
  element?.scrollIntoView({ block: "center", inline: "nearest" });
  let before = "";
  for (let frame = 0; frame < 30; frame++) {
    const box = element?.getClientRects()[0];
    if (!element || !box) return null;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (before === `${x} ${y}` && element.contains(document.elementFromPoint(x, y))) return { x, y };
    before = `${x} ${y}`;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return null;
}

/** Runs in the page. */
function readInPage(
  { links, failures, skipped, repeats }: {
    links: string;
    failures: string[];
    skipped: string[];
    repeats: boolean;
  },
): Surface {
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
  const textOf = (ids: string | null) =>
    (ids ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
  const nameOf = (element: Element): string => {
    const labels = element instanceof HTMLInputElement || element instanceof HTMLButtonElement
      ? [...element.labels ?? []].map((label) => label.textContent).join(" ")
      : "";
    return (element.getAttribute("aria-label") || textOf(element.getAttribute("aria-labelledby")) || labels ||
      element.textContent || element.getAttribute("title") || "").trim().replace(/\d+/g, "#");
  };
  const titleOf = (overlay: Element) =>
    overlay.role === "listbox"
      ? [...overlay.querySelectorAll("[role=option]")].map(nameOf).join(", ")
      : nameOf(overlay);
  const overlays = [...document.querySelectorAll(
    "[role=dialog], [role=alertdialog], [role=menu], body > * [role=listbox], body > [role=listbox]",
  )].filter((one) => isVisible(one) && !one.closest("#root"));
  const top = overlays.at(-1);
  const root = top ?? document.querySelector("main") ?? document.body;
  const names = overlays.map((one) => `${one.role ?? ""} ${titleOf(one).slice(0, 80)}`);
  const name = names.join(" > ") || `page ${location.pathname}`;
  const isList = top?.matches("[role=listbox], [role=menu]") ?? false;
  const place = isList && !repeats ? names.at(-1) : name;
  for (const one of document.querySelectorAll("[data-choice]")) one.removeAttribute("data-choice");
  const rows = "[role=row], [role=treeitem], tr, li";
  const choices = [...root.querySelectorAll<HTMLElement>(
    "button, [role=button], [role=combobox]:not(input), a[href], input[type=radio], input[type=checkbox], [role=tab], [role=switch], " +
      "[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], summary, " +
      "[role=treeitem], [role=row], tr",
  )].flatMap((element, index): Choice[] => {
    const isHidden = element instanceof HTMLInputElement && element.closest("label");
    const target = isHidden || element;
    const isMade = element.matches(
      ":checked[type=radio], [role=tab][aria-selected=true], :disabled, [aria-expanded=true]:not([aria-haspopup]), tr:has(th), [role=row]:has([role=columnheader]), [aria-disabled=true], [data-disabled]",
    );
    const leads = element instanceof HTMLAnchorElement && !new RegExp(links).test(element.pathname);
    const isRow = element.matches("[role=treeitem], [role=row], tr");
    const called = isRow ? "menu of a row" : nameOf(element);
    // A page has thousands of rows to sort and to select; a dialog only what is to be chosen.
    const isOfList = !top && element.matches("input[type=checkbox], th *, [role=columnheader] *");
    if (isMade || leads || isOfList || !isVisible(target) || called === "" || skipped.includes(called)) {
      return [];
    }
    const row = element.closest(rows);
    const group = element.closest("fieldset, [role=radiogroup], [role=group]");
    const inRow = !isRow && row && root.contains(row) && !element.matches("[role=option], [role=menuitem]")
      ? `control ${[...row.querySelectorAll("button, a, input")].indexOf(element)} of a row`
      : called;
    const key = `${place}: ${group && root.contains(group) ? `${nameOf(group).slice(0, 40)}, ` : ""}${
      inRow.slice(0, 80)
    }`;
    target.setAttribute("data-choice", String(index));
    return [{ key, target: `[data-choice="${index}"]`, isRow }];
  });
  // The list of a field that is searched lies in an overlay of its own; that of time zones has hundreds of options.
  const isSearched = top !== undefined && overlays.at(-2)?.contains(top) === true;
  const isFilter = top?.matches("[role=listbox]") === true && (names.length === 1 || isSearched);
  if (isFilter && (!repeats || choices.length > 40)) choices.splice(3, choices.length - 4);
  const unique = [...new Map(choices.toReversed().map((choice) => [choice.key, choice])).values()]
    .toReversed();
  const text = document.body.textContent ?? "";
  const broken = failures.find((failure) => text.includes(failure)) ?? null;
  return { name, isOverlay: top !== undefined, choices: unique, broken };
}
