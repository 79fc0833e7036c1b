# One image for web and worker; docker-compose.yml chooses the command.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:20-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=node:node /app ./
RUN mkdir -p /data/files && chown node:node /data/files
USER node
EXPOSE 3000 3001
CMD ["npm", "start"]
