import { createRequestHandler } from '@remix-run/express';
import express from 'express';
import type { ServerBuild } from '@remix-run/node';
import path from 'node:path';

// The bare page as a process of its own: Express and Remix, nothing else. Prints its port.
const build = (await import(path.resolve(import.meta.dirname, '../../.cache/bare/index.js'))) as ServerBuild;
const handle = createRequestHandler({ build, mode: 'production' });
const server = express()
  .all('*', (req, res, next) => void handle(req, res, next))
  .listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${address && typeof address === 'object' ? address.port : 0}\n`);
  });
process.on('disconnect', () => process.exit(0));
