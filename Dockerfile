# To pin both images, add the digest to their names: `docker buildx imagetools inspect node:24-slim` prints it.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
# Nothing is installed or built here any more.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
# For the record of changes (CASEBRIDGE_AUDIT_FILE): a volume that is mounted here belongs to the user of the server.
RUN install -d -o node -g node -m 0700 /var/log/casebridge
# The port for watchers is for the container's network: publish 3333 alone.
ENV NODE_ENV=production CASEBRIDGE_HOST=0.0.0.0 CASEBRIDGE_MONITOR_PORT=9090 CASEBRIDGE_MONITOR_HOST=0.0.0.0
USER node
EXPOSE 3333 9090
# Asks the port of CASEBRIDGE_MONITOR_PORT; a port that is set by a flag alone is not known here.
# Podman and Buildah keep it with `--format docker` alone; Kubernetes asks /livez and /readyz at 9090 itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.CASEBRIDGE_MONITOR_PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/src/main.js"]
CMD ["http"]
