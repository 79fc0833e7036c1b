import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { HOSTILE_HEADS } from '#server/ports/files/testing/hostile-files.ts';
import { TEXT } from '#server/ports/files/testing/sample-files.ts';
import { useDemoProcesses } from '../e2e/demo-portal.ts';
import { watchHealth } from './watch-health.ts';

/** Most that a hostile file may cost: one second for its sender, a quarter of one for others, 200 MB in the web process. */
const ANSWER_MS = 1_000;
const HEALTH_MS = 250;
const GROWTH_MB = 200;
/** A conversion's deadline is 15 s; upload and storing come on top. */
const PICTURE_MS = 25_000;

const portal = useDemoProcesses({ browser: false });

interface Outcome {
  status: number;
  ms: number;
  text: string;
}

/** The editor is the lowest role that uploads files and pictures. */
async function send(person: string, address: string, form: FormData): Promise<Outcome> {
  const cookie = await portal.cookieOf(person);
  const start = performance.now();
  const response = await fetch(portal.url + address, {
    method: 'POST',
    body: form,
    headers: { Cookie: cookie, Origin: portal.url, Accept: 'application/json' },
  });
  const text = await response.text();
  return { status: response.status, ms: performance.now() - start, text };
}

function sendFile(content: Buffer, fileName: string, name = 'ataque'): Promise<Outcome> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ name, folderId: 'carpeta-01', documentTypeId: 'ataque' })) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), fileName);
  return send('editor', '/briefcase/upload', form);
}

function sendPicture(person: string, content: Buffer): Promise<Outcome> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'foto.png');
  return send(person, '/images/upload', form);
}

/** What other people noticed while `attack` ran. */
async function watched<Result>(attack: () => Promise<Result>): Promise<Result> {
  const watch = await watchHealth(portal.web);
  const result = await attack();
  const { slowestMs, idleMs, grownMb } = await watch.end();
  expect(slowestMs, 'slowest answer of /healthz').toBeLessThanOrEqual(HEALTH_MS + idleMs);
  expect(grownMb, 'growth of the web process').toBeLessThanOrEqual(GROWTH_MB);
  return result;
}

/** 49 megapixels of noise, interlaced and with 16 bits per channel: every pass must be decoded before the first row is known. */
async function heaviestPicture(): Promise<Buffer> {
  const tile = Buffer.from(Uint8Array.from({ length: 500 * 500 * 4 }, (_unused, index) => (index * 2_654_435_761) >>> 13));
  return sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: '#0000' } })
    .composite([{ input: tile, raw: { width: 500, height: 500, channels: 4 }, tile: true }])
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 6 })
    .toBuffer();
}

describe.skipIf(!existsSync('/proc/self/status'))('hostile bytes uploaded to a running portal', () => {
  let heavy: Buffer;
  let light: Buffer;
  beforeAll(async () => {
    const documents = createEmbeddedDocumentStore({ sql: portal.database.sql, database: 'main' });
    await documents.create('maletin_tipos_documento/ataque', { nombre: 'Ataque', extensiones: [], estado: true });
    light = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer();
    heavy = await heaviestPicture();
    // The first uploads load what every upload needs.
    for (let time = 0; time < 3; time += 1) {
      expect((await sendFile(TEXT, 'acta.txt')).status).toBe(201);
      expect((await sendPicture('editor', light)).status).toBe(201);
    }
    expect((await sendPicture('admin', light)).status).toBe(201);
  });

  it.each(HOSTILE_HEADS)('%s: answered with 201 or 415 within a second, whatever its extension', async (_title, head) => {
    await watched(async () => {
      for (const extension of ['txt', 'zip', 'docx', 'png', 'html', '']) {
        const { status, ms, text } = await sendFile(head, extension === '' ? 'ataque' : `ataque.${extension}`);
        expect([201, 415], text).toContain(status);
        expect(ms).toBeLessThan(ANSWER_MS);
      }
    });
  });

  it.each([
    ['dots', `a${'.'.repeat(15_000)}x.txt`],
    ['dots and blanks', `a${'. '.repeat(7_000)}x.txt`],
    ['combining marks', `a${'\u0323\u0307'.repeat(3_500)}.txt`],
  ])('a file name of many %s: accepted within a second', async (_title, fileName) => {
    await watched(async () => {
      const { status, ms, text } = await sendFile(TEXT, fileName, fileName.slice(0, 1_000));
      expect(status, text).toBe(201);
      expect(ms).toBeLessThan(ANSWER_MS);
    });
  });

  it('an expensive picture: converted or refused with 413 within the deadline', async () => {
    const { status, ms, text } = await watched(() => sendPicture('editor', heavy));
    expect([201, 413], text).toContain(status);
    expect(ms).toBeLessThan(PICTURE_MS);
  });

  it('several expensive pictures of one person: do not hold up another person’s picture', async () => {
    await watched(async () => {
      let answered = 0;
      const many = Array.from({ length: 4 }, () => sendPicture('editor', heavy).finally(() => (answered += 1)));
      const first = await Promise.race(many);
      expect([201, 413], first.text).toContain(first.status);
      const { status, text } = await sendPicture('admin', light);
      expect(status, text).toBe(201);
      expect(answered).toBeLessThan(many.length);
      for (const { status: one } of await Promise.all(many)) expect([201, 413]).toContain(one);
    });
  }, 180_000);
});
