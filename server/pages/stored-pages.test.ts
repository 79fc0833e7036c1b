import { readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestFiles } from '../ports/files/testing/test-parts.ts';
import type { FileStore } from '../ports/files/file-store.ts';
import { createLog } from '../platform/log/log.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { afterFile } from '../testing/after-file.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import type { DocumentPages, DocumentPagesOptions } from './document-pages.ts';
import { identityOf, type Original } from './original.ts';
import { PAGE_MAX_BYTES } from './page-picture.ts';
import { createTestPages } from './testing/test-pages.ts';
import { noisePdf } from './testing/noise-pdf.ts';

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const log = createLog({ level: 'silent', process: 'test' });

let sql: Sql;
let drawn: FileStore;
let files: FileStore;
let pages: DocumentPages;
beforeAll(async () => {
  ({ sql } = await createTestDatabase());
  [drawn, files] = [await createTestFiles(), await createTestFiles()];
  pages = await open();
});

async function open(limits: Partial<Omit<DocumentPagesOptions, 'sql'>> = {}): Promise<DocumentPages> {
  const opened = await createTestPages({ files, drawn, sql, log, ...limits });
  afterFile(() => opened.close());
  return opened;
}

function original(name: string, content: Buffer, contentType = 'application/pdf'): Original {
  const identity = identityOf(name.repeat(64).slice(0, 64), contentType);
  const open = async () => Readable.from([content], { objectMode: false });
  return { owner: 'ana', identity, sha256: null, contentType, bytes: content.length, open };
}

/** What is kept of each content, bytes. */
async function kept(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { key, bytes } of drawn.list('')) {
    const name = key.split('-')[1]?.[0] ?? '';
    found[name] = (found[name] ?? 0) + bytes;
  }
  return found;
}

const later = (ms: number) => new Date(Date.now() + ms);
const openedAt = (name: string, ms: number) =>
  sql.query('UPDATE drawn_documents SET used_at = $2 WHERE identity LIKE $1', [`${name}%`, later(ms)]);
const noise = noisePdf(1);
const plain = readFileSync(path.resolve(import.meta.dirname, 'testing/files/plain.pdf'));

describe('cached pages', () => {
  it('are at most 600 KB each, however detailed the page', async () => {
    const a = original('a', noise);
    const picture = await pages.drawPage(a, 1, 1600);
    expect(picture.length).toBeGreaterThan(PAGE_MAX_BYTES / 10);
    expect(picture.length).toBeLessThanOrEqual(PAGE_MAX_BYTES);
    const { rows } = await sql.query<{ bytes: number }>('SELECT bytes::float8 AS bytes FROM drawn_documents');
    expect(rows).toEqual([{ bytes: (await kept())['a'] }]);
  });

  it('are limited per person and hour when drawn, but not when they come from the cache', async () => {
    const few = await open({ drawnPerHour: 2 });
    const b = { ...original('b', plain), owner: 'beto' };
    for (let times = 0; times < 3; times += 1) for (const page of [2, 3]) await few.drawPage(b, page, 160);
    await expect(few.drawPage(b, 2, 800)).rejects.toMatchObject({ code: 'too-many-requests' });
    expect((await few.drawPage({ ...b, owner: 'luis' }, 2, 800)).length).toBeGreaterThan(0);
  });

  it('are removed by last use above the limit, and none is added until then', async () => {
    await openedAt('a', -HOUR_MS);
    const small = await open({ maxKeptBytes: (await kept())['a'] ?? 0 });
    const c = original('c', plain);
    await small.drawPage(c, 1, 160);
    expect(await kept()).not.toHaveProperty('c');
    expect(await small.tidy()).toBe(1);
    expect(Object.keys(await kept())).toEqual(['b']);
    // Whoever opens it has it drawn again.
    expect((await pages.drawPage(original('a', noise), 1, 160)).length).toBeGreaterThan(0);
  });

  it('are removed after a month without use, and when no row names them', async () => {
    await openedAt('b', -31 * DAY_MS);
    await drawn.put(`paginas2-${'d'.repeat(64)}-pdf-p1-w160.webp`, Readable.from(['x']), { contentType: 'image/webp' });
    await files.put('paginas1-de-antes', Readable.from(['x']), { contentType: 'image/webp' });
    await pages.tidy();
    expect(Object.keys(await kept()).sort()).toEqual(['a', 'd']);
    expect(await files.stat('paginas1-de-antes')).toBeNull();
    await pages.tidy({ now: later(2 * HOUR_MS) });
    expect(Object.keys(await kept())).toEqual(['a']);
  });

  it('are made again when another process has removed the parts of a text', async () => {
    const text = original('e', Buffer.from('Una línea.\n'), 'text/plain');
    expect(await pages.readPart(text, 1)).toMatchObject({ text: expect.stringContaining('Una línea.') });
    await (await open()).forget(text.identity);
    expect(await kept()).not.toHaveProperty('e');
    expect(await pages.readPart(text, 1)).toMatchObject({ text: expect.stringContaining('Una línea.') });
  });

  it('are answered as unavailable, not as empty, when they vanish right after being stored', async () => {
    const losing: FileStore = Object.assign(Object.create(drawn) as FileStore, {
      open: (key: string, range?: { start: number; end: number }) => drawn.open(key.replace('partes.txt', 'nada'), range),
    });
    const text = original('o', Buffer.from('Una línea.\n'), 'text/plain');
    await expect((await open({ drawn: losing })).readPart(text, 1)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('are drawn from copies of at most 256 MB in all, however many documents are requested at once', async () => {
    const big = noisePdf(1, { height: 20, fillBytes: 40 * MB });
    const copied = () =>
      readdirSync(os.tmpdir())
        .filter((name) => name.startsWith(`portal-paginas-${process.pid}-`))
        .flatMap((name) => readdirSync(path.join(os.tmpdir(), name)).map((file) => path.join(os.tmpdir(), name, file)))
        .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
    let most = 0;
    const look = setInterval(() => (most = Math.max(most, copied())), 20);
    const asked = [...'fghijklm'].map((name) => pages.drawPage({ ...original(name, big), owner: name }, 1, 160));
    await Promise.all(asked).finally(() => clearInterval(look));
    expect(most).toBeGreaterThan(big.length);
    expect(most).toBeLessThanOrEqual(256 * MB);
  });

  it('are not retried at once after a refusal', async () => {
    const damaged = original('n', Buffer.from('%PDF-1.7 nada'));
    let opened = 0;
    const counted = { ...damaged, open: () => ((opened += 1), damaged.open()) };
    for (let times = 0; times < 3; times += 1)
      await expect(pages.drawPage(counted, 1, 160)).rejects.toMatchObject({ code: 'unsupported-type' });
    expect(opened).toBe(1);
  });

  it('have another identity for the same bytes under another type', () => {
    expect(original('a', noise, 'text/plain').identity).not.toBe(original('a', noise).identity);
  });
});
