import { basePath } from "../../paths.ts";

/**
 * A secret in the fragment of a link. It is removed from the address and the history at once, and survives until it is forgotten:
 * the page may load again, for another language.
 */
export interface AddressSecret {
  /** Returns the secret; empty when the page was not opened by the link. */
  take(): string;
  forget(): void;
}

/** `read` returns the secret in a fragment, or an empty text. */
export function addressSecret(name: string, read: (fragment: string) => string): AddressSecret {
  const key = `sundial:${name}:${basePath}`;
  // Where storage is disabled, it lasts until the page is left.
  let taken = "";
  const withStorage = (action: (storage: Storage) => void) => {
    try {
      action(sessionStorage);
    } catch {
      // storage is disabled
    }
  };
  return {
    take() {
      const found = read(location.hash);
      if (found === "") withStorage((storage) => taken ||= storage.getItem(key) ?? "");
      else {
        taken = found;
        withStorage((storage) => storage.setItem(key, found));
        history.replaceState(history.state, "", `${location.pathname}${location.search}`);
      }
      return taken;
    },
    forget() {
      taken = "";
      withStorage((storage) => storage.removeItem(key));
    },
  };
}
