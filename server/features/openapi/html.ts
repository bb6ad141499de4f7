/** Text that is HTML already; everything else is escaped where it is put in. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Writes HTML; what is put into it is escaped unless it is `Html` itself. */
export function markup(pieces: TemplateStringsArray, ...values: (string | Html)[]): Html {
  return new Html(pieces.reduce((text, piece, index) => text + textOf(values[index - 1] ?? "") + piece));
}

/** Puts pieces one behind the other. */
export function join(pieces: readonly Html[]): Html {
  return new Html(pieces.map(({ text }) => text).join(""));
}

function textOf(value: string | Html): string {
  return value instanceof Html ? value.text : value.replace(/[&<>"']/g, (sign) => entities[sign]!);
}
