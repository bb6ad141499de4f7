/** Limits of what an import unpacks. Only what is taken of an archive counts. */
export const importLimits = {
  /**
   * How many times its size an archive may unpack to: scripts, settings and databases shrink to a tenth at best, and what
   * unpacks to far more is made to fill the disk.
   */
  unpackedRatio: 100,
  /** What it may unpack to in addition (bytes). */
  unpackedBytes: 256_000_000,
  /** Maximum size of a file (bytes): larger than any script, and than the databases of most panels. */
  fileBytes: 1_000_000_000,
} as const;
