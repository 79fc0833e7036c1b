import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Generator from '@prisma/client-generator-ts';
import type * as Internals from '@prisma/internals';

const require = createRequire(import.meta.url);
const SCHEMA = path.join(import.meta.dirname, 'schema.prisma');
const STAMP = path.join(import.meta.dirname, 'generated', '.schema-hash');

const isCurrent = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashSources();

/** Generates the Prisma client when the schema or Prisma changed since the last time (a second saved at every command). */
export function ensurePrismaClient(): void {
  if (isCurrent()) return;
  execFileSync(process.execPath, ['--import', 'tsx', import.meta.filename], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * What `prisma generate` does, without Prisma's command line: that one brings an editor of databases and a server of its own
 * (200 MB, parts of which refuse Node 20), and insists on downloading an engine.
 */
async function generate(): Promise<void> {
  // As CommonJS: the module of the generator imports names that Node does not find in the other.
  const { getGenerators, loadSchemaContext } = require('@prisma/internals') as typeof Internals;
  const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts') as typeof Generator;
  const generators = await getGenerators({
    schemaContext: await loadSchemaContext({ schemaPath: { cliProvidedPath: SCHEMA }, printLoadMessage: false }),
    registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
    skipDownload: true,
    cliCommand: 'npm run generate',
  });
  for (const generator of generators) {
    await generator.generate();
    generator.stop();
  }
  writeFileSync(STAMP, hashSources());
}

function hashSources(): string {
  const client = require.resolve('@prisma/client/package.json');
  return createHash('sha256').update(readFileSync(SCHEMA)).update(readFileSync(client)).digest('hex');
}

// `npm run generate`
if (process.argv[1] === import.meta.filename && !isCurrent()) await generate();
