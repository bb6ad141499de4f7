const HASH_CHARACTERS = 16;

/** Returns the URL of a picture below `/api`; it changes with the picture, so that browsers can cache it. */
export function avatarAddress(hash: string | null): string | null {
  return hash === null ? null : `/account/avatar?v=${hash.slice(0, HASH_CHARACTERS)}`;
}
