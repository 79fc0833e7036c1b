import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { VARIABLE_NAMES } from '#server/config/config.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUNDLE = path.join(ROOT, 'public/build');
/** Names that only the server may contain: of its settings, its libraries and its own headers. */
const SERVER_ONLY = [
  ...VARIABLE_NAMES.filter((name) => name.includes('_')),
  'process.env',
  'a form could not be saved',
  'firebase-admin',
  'ioredis',
  'bullmq',
  '@prisma',
  'argon2',
  'timingSafeEqual',
  'X-Acting-User',
  'search_text',
  'source_deleted',
  'SELECT ',
];

it('the scripts and styles for browsers contain no names of server settings, libraries or columns', async () => {
  await ensureBuild(ROOT);
  const names = (await readdir(BUNDLE, { recursive: true })).filter((name) => /\.(js|css|json|map)$/.test(name));
  expect(names.length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const name of names) {
    const text = await readFile(path.join(BUNDLE, name), 'utf8');
    found.push(...SERVER_ONLY.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`));
  }
  expect(found).toEqual([]);
});

it('no `:has()` selector ends in `*`, which browsers would match anew against the whole page', async () => {
  await ensureBuild(ROOT);
  const names = (await readdir(BUNDLE, { recursive: true })).filter((name) => name.endsWith('.css'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(BUNDLE, name), 'utf8')));
  const selectors = texts.flatMap((text) => [...text.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector));
  const withHas = selectors.filter((selector) => selector.includes(':has('));
  expect(withHas.length).toBeGreaterThan(20);
  expect(withHas.filter((selector) => /:has\(.*[\s>+~]\*\)*(?:,|$)/.test(selector))).toEqual([]);
});
