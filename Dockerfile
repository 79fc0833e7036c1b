# One image for web, worker and the operator's commands; docker-compose.yml chooses. tests/e2e/image.test.ts follows these steps.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Source maps and types of packages are a third of their size and not needed at run time.
RUN npm ci --omit=dev && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete && mkdir empty

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Output of `git rev-parse HEAD`: the history is not copied.
ARG COMMIT=
RUN npm run build

FROM node:24-bookworm-slim
ARG VERSION= COMMIT=
LABEL org.opencontainers.image.title="portal-cooperativa" org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$COMMIT"
ENV NODE_ENV=production TMPDIR=/data/tmp
WORKDIR /app
# Owned by root: the portal writes only below /data, so the root file system may be read-only.
COPY --from=build /app/package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/public ./public
COPY --from=build /app/build ./build
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/server/platform/processes/*.js ./server/platform/processes/
COPY --from=packages --chown=node:node /app/empty /data/files
COPY --from=packages --chown=node:node /app/empty /data/backups
COPY --from=packages --chown=node:node /app/empty /data/tmp
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "build/server/web.mjs"]
