import { Square } from "../icons/icons.ts";

/** Renders the icon of actions that stop something: filled, because a square outline looks like a checkbox. */
export function StopIcon() {
  // The padding gives it the weight of other icons.
  return <Square fill="currentColor" className="p-0.5" />;
}
