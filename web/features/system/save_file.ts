/** Lets the browser save content as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
