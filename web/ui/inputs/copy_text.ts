/** Copies a text to the clipboard. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  // The Clipboard API is unavailable over plain HTTP except on localhost; the old method still works there.
  const area = document.createElement("textarea");
  area.value = text;
  // Inside the open dialog, if any, because it traps the focus.
  const location = document.querySelector('[role="dialog"]') ?? document.body;
  location.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
