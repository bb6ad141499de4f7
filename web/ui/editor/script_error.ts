/** Something a parser stumbled over: where, in characters from the start, and in its own words. */
export interface Failure {
  from: number;
  message: string;
}

/** As many faults as are worth showing: what follows the first few is mostly their echo. */
export const MAX_ERRORS = 20;
