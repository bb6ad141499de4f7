// Linux packages that scripts of the other panel need, by the name in Alpine, on which its usual image is based.
const others: Readonly<Record<string, string>> = {
  "bind-tools": "dnsutils",
  "build-base": "build-essential",
  "cairo-dev": "libcairo2-dev",
  "chromium-chromedriver": "chromium-driver",
  "font-noto-cjk": "fonts-noto-cjk",
  "freetype-dev": "libfreetype-dev",
  "giflib-dev": "libgif-dev",
  "gmp-dev": "libgmp-dev",
  "jpeg-dev": "libjpeg-dev",
  "libc-dev": "libc6-dev",
  "libjpeg-turbo-dev": "libjpeg-dev",
  "libressl-dev": "libssl-dev",
  "libxslt-dev": "libxslt1-dev",
  "linux-headers": "linux-libc-dev",
  "mariadb-connector-c-dev": "libmariadb-dev",
  "musl-dev": "libc6-dev",
  "nss": "libnss3",
  "openssh": "openssh-client",
  "openssl-dev": "libssl-dev",
  "pango-dev": "libpango1.0-dev",
  "pixman-dev": "libpixman-1-dev",
  "postgresql-dev": "libpq-dev",
  "procps-ng": "procps",
  "tiff-dev": "libtiff-dev",
  "ttf-dejavu": "fonts-dejavu",
  "ttf-freefont": "fonts-freefont-ttf",
  "wqy-zenhei": "fonts-wqy-zenhei",
  "zlib-dev": "zlib1g-dev",
};

/** Returns the name of a package in Debian, if it is known and different. */
export function debianName(alpine: string): string | null {
  const [name = ""] = alpine.split(/[=<>~@]/);
  if (Object.hasOwn(others, name)) return others[name]!;
  return name.startsWith("py3-") ? name.replace("py3-", "python3-") : null;
}
