import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import express from 'express';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { testConfig } from '#server/entrances/http/api/testing/api-server.ts';
import { securityHeaders } from '#server/entrances/http/security-headers.ts';
import { asyncHandler, staffOf } from '#server/entrances/request/locals.ts';
import { startDocumentsServer, type DocumentsServer } from '#server/stored-files/testing/documents-server.ts';
import { DocumentScreen } from './document-screen.tsx';

const ROOT = path.resolve(import.meta.dirname, '../../..');
interface Bundler {
  build: (options: object) => Promise<unknown>;
}

/** Another area's documents with a screen at `/documento/:id`, which uses the portal's own viewer, style sheet and headers. */
export async function startOtherArea(): Promise<DocumentsServer & { close: () => Promise<void> }> {
  await ensureBuild(ROOT);
  const scripts = await mkdtemp(path.join(os.tmpdir(), 'portal-viewer-'));
  await bundle(scripts);
  const styles = (await readdir(path.join(ROOT, 'public/build/_assets')))
    .filter((name) => /^(app|viewer)-.*\.css$/.test(name))
    .map((name) => `<link rel="stylesheet" href="/build/_assets/${name}">`)
    .join('');
  const screens = express.Router();
  screens.use('/scripts', express.static(scripts));
  screens.use('/build', express.static(path.join(ROOT, 'public/build')));
  screens.get(
    '/documento/:id',
    securityHeaders(testConfig()),
    asyncHandler(async (request, response) => {
      const call = { actor: staffOf(request), id: String(request.params['id']) };
      const [content, allowed] = await Promise.all([server.files.describeContent(call), server.files.findAllowedActions(call)]);
      const document = { base: `/digitalization/${call.id}`, name: 'Pagaré 12', content, allowed };
      response.send(page(styles, { document }));
    }),
  );
  const server = await startDocumentsServer(screens);
  return { ...server, close: () => rm(scripts, { recursive: true, force: true }) };
}

/** Bundles with the compiler of the portal's own build. */
async function bundle(outdir: string): Promise<void> {
  const requireOfBuild = createRequire(createRequire(import.meta.url).resolve('@remix-run/dev'));
  const { build } = requireOfBuild('esbuild') as Bundler;
  await build({
    entryPoints: [path.join(import.meta.dirname, 'screen.tsx')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}

function page(styles: string, props: Parameters<typeof DocumentScreen>[0]): string {
  const data = JSON.stringify(props).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="es-GT"><head><meta charset="utf-8"><title>Documento</title><link rel="icon" href="data:,">
${styles}</head><body><div id="visor">${renderToString(createElement(DocumentScreen, props))}</div>
<script type="application/json" id="datos">${data}</script><script type="module" src="/scripts/screen.js"></script></body></html>`;
}
