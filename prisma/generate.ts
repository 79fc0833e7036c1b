import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Generates the Prisma client when the schema changed since the last time (some 2 s saved at every command).
 * Prisma's CLI insists on downloading a schema engine that `generate` does not use: naming any existing file as that
 * engine keeps it offline.
 */
export function ensurePrismaClient(): void {
  const root = path.join(import.meta.dirname, '..');
  const output = path.join(import.meta.dirname, 'generated');
  const stamp = path.join(output, '.schema-hash');
  const require = createRequire(import.meta.url);
  const cli = path.join(path.dirname(require.resolve('prisma/package.json')), 'build', 'index.js');
  const hash = createHash('sha256')
    .update(readFileSync(path.join(import.meta.dirname, 'schema.prisma')))
    .update(readFileSync(require.resolve('prisma/package.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  execFileSync(process.execPath, [cli, 'generate'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
  });
  writeFileSync(stamp, hash);
}

if (process.argv[1] === import.meta.filename) ensurePrismaClient();
