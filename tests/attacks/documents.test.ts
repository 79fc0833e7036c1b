import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_DOCUMENTS } from '#server/pages/testing/hostile-documents.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { useDemoProcesses } from '../e2e/demo-portal.ts';
import { watchHealth } from './watch-health.ts';

const PLAIN = path.resolve(import.meta.dirname, '../../server/pages/testing/files/plain.pdf');
/** A job's deadline is 10 s, or three times that while the machine gives it less than half of the CPU; storing comes on top. */
const ANSWER_MS = 45_000;
/** A blocked event loop would block for seconds; one response of hundreds may be slow for any other reason on the machine. */
const HEALTH_MS = 1_500;
const GROWTH_MB = 200;
/** Most that others may be slowed down (factor), and a constant for noise of the machine. */
const SLOWER = 2;
const NOISE_MS = 100;
const CALM_REQUESTS = 15;

const portal = useDemoProcesses({ browser: false });
const headersOf = async (person: string) => ({ Cookie: await portal.cookieOf(person), Origin: portal.url, Accept: 'application/json' });

async function stored(content: Buffer, fileName: string): Promise<string> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ name: 'ataque', folderId: 'carpeta-01', documentTypeId: 'ataque' }))
    form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), fileName);
  const response = await fetch(`${portal.url}/briefcase/upload`, { method: 'POST', body: form, headers: await headersOf('editor') });
  const text = await response.text();
  expect(response.status, text).toBe(201);
  return (JSON.parse(text) as { id: string }).id;
}

interface Answer {
  status: number;
  ms: number;
  type: string;
  text: string;
}

async function ask(person: string, address: string): Promise<Answer> {
  const start = performance.now();
  const response = await fetch(portal.url + address, { headers: await headersOf(person) });
  const text = await response.text();
  return { status: response.status, ms: performance.now() - start, type: response.headers.get('content-type') ?? '', text };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe.skipIf(!existsSync('/proc/self/status'))('documents that are expensive to show, in a running portal', () => {
  /** Requests of another person in the meantime: a cached page, and a list. */
  let others: string[];
  let calmMs: number;
  beforeAll(async () => {
    const documents = createEmbeddedDocumentStore({ sql: portal.database.sql, database: 'main' });
    await documents.create('maletin_tipos_documento/ataque', { nombre: 'Ataque', extensiones: [], estado: true });
    const id = await stored(await readFile(PLAIN), 'plain.pdf');
    others = [`/briefcase/files/${id}/pages/1`, '/briefcase/list-briefcase.data'];
    for (const address of others) expect((await ask('admin', address)).status).toBe(200);
    calmMs = median(await timesOf(CALM_REQUESTS));
  });

  /** Response times of another person's requests, sent one after another. */
  async function timesOf(count: number, goesOn: () => boolean = () => true): Promise<number[]> {
    const times: number[] = [];
    for (let request = 0; request < count && goesOn(); request += 1) {
      const { status, ms } = await ask('admin', others[request % others.length] ?? '/');
      expect(status).toBe(200);
      times.push(ms);
    }
    return times;
  }

  it.each(Object.entries(HOSTILE_DOCUMENTS))(
    '%s: answered in time with a page or a problem document, without slowing down others',
    async (_title, { extension, make }) => {
      const id = await stored(make(), `ataque.${extension}`);
      const watch = await watchHealth(portal.web);
      let isUnderWay = true;
      const attacks = ['pages/1', 'text/1'].map((address) => ask('editor', `/briefcase/files/${id}/${address}`));
      const attack = Promise.all(attacks).finally(() => (isUnderWay = false));
      const meanwhile = await timesOf(1_000, () => isUnderWay);
      const answers = await attack;
      const { slowestMs, idleMs, grownMb } = await watch.end();
      for (const { status, ms, type, text } of answers) {
        expect([200, 404, 413, 415], text.slice(0, 300)).toContain(status);
        if (status !== 200) expect((JSON.parse(text) as { detail: string }).detail).toMatch(/\.$/);
        expect(type).toMatch(status === 200 ? /^(image\/webp|text\/plain)/ : /^application\/problem\+json/);
        expect(ms).toBeLessThan(ANSWER_MS);
      }
      expect(median(meanwhile), 'requests of others').toBeLessThanOrEqual(SLOWER * calmMs + NOISE_MS + idleMs);
      expect(slowestMs, 'slowest answer of /healthz').toBeLessThanOrEqual(HEALTH_MS + idleMs);
      expect(grownMb, 'growth of the web process').toBeLessThanOrEqual(GROWTH_MB);
      // It is not rendered again: a second request gets the same answer at once.
      const again = await ask('editor', `/briefcase/files/${id}/pages/1`);
      expect([again.status, again.ms < ANSWER_MS / 10]).toEqual([answers[0]?.status, true]);
    },
    180_000,
  );
});
