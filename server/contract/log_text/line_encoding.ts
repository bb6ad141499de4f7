/** Characters that were written one after the other and stand side by side. */
export interface VisiblePiece {
  text: string;
  /** Position of the first character in the line as it was written. */
  at: number;
}

/** How a line is stored: as characters, or as UTF-8 with one character per byte. */
export interface LineEncoding {
  /** Any character that is not shown as it is. */
  controls: RegExp;
  /** Returns the number of units and of columns of the character at a position. */
  measure(line: string, at: number): { length: number; columns: 0 | 1 | 2 };
  /** Stands for a control character without an effect. */
  replacement: string;
}
