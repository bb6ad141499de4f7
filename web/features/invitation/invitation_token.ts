/** Removes the secret of an invitation from the address and from the history, and returns it; empty when there is none. */
export function takeInvitation(): string {
  const token = tokenInFragment(location.hash);
  if (location.hash !== "") {
    history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  }
  return token;
}

/** Reads the secret from a fragment such as `#pQ9…`. */
export function tokenInFragment(fragment: string): string {
  return /^#([\w-]{1,100})$/.exec(fragment)?.[1] ?? "";
}
