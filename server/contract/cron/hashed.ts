/**
 * Returns one of `size` values chosen by a seed and an index, always the same; neighboring seeds are spread
 * out.
 */
export function chooseBySeed(seed: number, index: number, size: number): number {
  // The finalizer of MurmurHash3.
  let hash = (seed ^ Math.imul(index + 1, 0x9e3779b9)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % size;
}
