/**
 * Returns whether a text is an address from which a file can be fetched. A query is usual there. A password would be visible to
 * everybody who sees the address.
 */
export function isFileAddress(address: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "";
}
