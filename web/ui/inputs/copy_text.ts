/** Puts a text on the clipboard. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  // Plain http beyond localhost has no clipboard; the old way still works there.
  const area = document.createElement("textarea");
  area.value = text;
  // Inside the open dialog, if there is one: it keeps the focus to itself.
  const location = document.querySelector('[role="dialog"]') ?? document.body;
  location.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
