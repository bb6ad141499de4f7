function isPhone(): boolean {
  return matchMedia("(max-width: 639px)").matches;
}

/** The props of a Radix panel that is a sheet on a phone (`[data-sheet]` in `styles.css`). */
export const sheetProps = {
  "data-sheet": "",
  // Radix closes the panel at the start of a tap on the backdrop; its end would then press what lies under it.
  onPointerDownOutside(): void {
    if (isPhone()) ignoreClick();
  },
};

/**
 * The props of a trigger that opens a sheet at the start of a tap. The sheet may cover the trigger: without this, the end
 * of the tap would press the item that is then under the finger.
 */
export const sheetTriggerProps = {
  onPointerDown(): void {
    if (isPhone()) ignoreClick();
  },
};

/** Ignores the click of the current tap. A swipe has none, so the next tap ends the wait. */
function ignoreClick(): void {
  const wait = new AbortController();
  const { signal } = wait;
  document.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    wait.abort();
  }, { capture: true, signal });
  document.addEventListener("pointerdown", () => wait.abort(), { capture: true, signal });
}
