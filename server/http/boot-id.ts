import { randomUUID } from 'node:crypto';
import { Router } from 'express';

/** Development only: pages ask for it and reload themselves once it is another one (app/ui/ReloadOnChange.tsx). */
export function bootIdRoute(): Router {
  const bootId = randomUUID();
  return Router().get('/dev/boot', (_req, res) => {
    res.set('Cache-Control', 'no-store').type('text').send(bootId);
  });
}
