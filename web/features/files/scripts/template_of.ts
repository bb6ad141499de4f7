const templates: Partial<Record<string, string>> = {
  ".sh": "#!/usr/bin/env bash\nset -euo pipefail\n\n",
  ".py": '#!/usr/bin/env python3\n\n\ndef main():\n    pass\n\n\nif __name__ == "__main__":\n    main()\n',
  ".js": '"use strict";\n\nasync function main() {\n}\n\nmain();\n',
  ".mjs": "async function main() {\n}\n\nawait main();\n",
  ".ts": "async function main(): Promise<void> {\n}\n\nmain();\n",
};

/** Gives what a new file begins with, by the end of its name; empty for what has no usual beginning. */
export function templateOf(name: string): string {
  return templates[name.slice(name.lastIndexOf(".")).toLowerCase()] ?? "";
}
