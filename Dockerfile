# The panel on Deno, built from this repository with nothing but npm and Debian packages.

FROM node:22-bookworm-slim AS build
ARG DENO_VERSION=2.9.6
ARG COMMIT=
WORKDIR /build
RUN npm install --global "deno@${DENO_VERSION}" \
  && install -m 0755 "$(deno eval 'console.log(Deno.execPath())')" /usr/local/bin/deno-runtime
COPY deno.json deno.lock ./
RUN deno install --frozen
COPY main.ts CHANGELOG.md CHANGELOG.zh.md ./
COPY server ./server
COPY web ./web
COPY static ./static
COPY tools ./tools
RUN SUNDIAL_BUILD_COMMIT="${COMMIT}" deno run -A --frozen tools/stage.ts

# Node and npm for scripts come with the base.
FROM node:22-bookworm-slim
ARG PNPM_VERSION=10.34.8
# More of what tasks call: --build-arg PACKAGES="ffmpeg"
ARG PACKAGES=
# The base has a user of its own with the id 1000. The page installs Linux packages with sudo; `no-new-privileges` forbids it.
# Scripts of other panels expect jq, wget, unzip, pnpm, pip3 and requests; they add 40 MB. pip3 may install for the user, and
# `/ql` is where such scripts look for their folders.
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    bash ca-certificates curl git jq openssh-client procps python3 python3-pip python3-requests python3-venv \
    sudo tini tzdata unzip wget ${PACKAGES} \
  && rm -rf /var/lib/apt/lists/* \
  && npm install --global --no-audit --no-fund "pnpm@${PNPM_VERSION}" \
  && rm -rf /root/.npm \
  && printf '[global]\nbreak-system-packages = true\n' > /etc/pip.conf \
  && ln -s /data/ql /ql \
  && userdel --remove node \
  && useradd --uid 1000 --user-group --create-home --shell /bin/bash sundial \
  && echo 'sundial ALL=(root) NOPASSWD: ALL' > /etc/sudoers.d/sundial \
  && chmod 0440 /etc/sudoers.d/sundial \
  && install -d -o sundial -g sundial -m 0700 /data /key
COPY --from=build /usr/local/bin/deno-runtime /usr/local/bin/deno
COPY --from=build /build/dist/stage /opt/sundial
COPY container/sundial container/as-user container/healthy /usr/local/bin/
ENV SUNDIAL_HOST=0.0.0.0 \
  SUNDIAL_PORT=5780 \
  SUNDIAL_DATA_DIR=/data \
  LANG=C.UTF-8
# Started as root with PUID and PGID, it continues as that user (`as-user`).
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 5780
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["healthy"]
# Tasks outlive their parents on purpose, so somebody has to collect them: tini as process 1.
ENTRYPOINT ["tini", "--", "sundial"]
CMD ["serve"]
