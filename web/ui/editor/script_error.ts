/** A parser error: its position in characters from the start, and the parser's message. */
export interface Failure {
  from: number;
  message: string;
}

/** Maximum number of reported errors: those after the first few mostly follow from them. */
export const MAX_ERRORS = 20;
