import { randomUUID } from 'node:crypto';
import { watchFile } from 'node:fs';
import { Router } from 'express';
import type { Log } from '../../platform/log/log.ts';
import { BUILD_FILE, loadBuild } from './load-build.ts';
import type { RemixPages } from './remix.ts';

const LOOK_EVERY_MS = 200;

/**
 * Development only. Recompiled screens serve the next request without a new process; open pages poll /dev/boot and reload when screens or
 * server have changed (app/ui/ReloadOnChange.tsx).
 */
export function devReload(pages: Pick<RemixPages, 'replaceBuild'>, log: Log): Router {
  const bootId = randomUUID();
  let builds = 0;
  watchFile(BUILD_FILE, { interval: LOOK_EVERY_MS, persistent: false }, ({ mtimeMs }) => {
    loadBuild(String(mtimeMs)).then(
      (build) => {
        pages.replaceBuild(build);
        builds += 1;
      },
      // An incomplete or failing file: the compiler will write it again.
      (error: unknown) => log.warn({ err: error }, 'new screens not loaded, the last ones stay'),
    );
  });
  return Router().get('/dev/boot', (_req, res) => {
    res.set('Cache-Control', 'no-store').type('text').send(`${bootId} ${builds}`);
  });
}
