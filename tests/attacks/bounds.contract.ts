import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { noisePdf } from '#server/pages/testing/noise-pdf.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { PART_BYTES } from '#server/stored-files/unfinished-uploads.ts';
import { IS_LONG, runs } from '#server/testing/run-seed.ts';
import type { DemoProcesses, Person } from '../e2e/demo-portal.ts';
import { bytesUnder, type Tally } from './tally.ts';
import { SILENCE_MS, type WatchedWeb } from './watched-web.ts';

const MB = 1024 * 1024;
const KB = 1024;
const WAIT = { timeout: 60_000, interval: 100 };
/** From docs/decisions/059-bounds-of-one-person.md. */
const RUNS_UNDER_WAY = 3;
const SCHEDULES = 20;
const READS_TAKEN = 6 + 60;
const PAGE_BYTES = 600 * KB;
/** Most memory and disk that one request may hold while an upload is assembled. */
const UPLOAD_BYTES = 33 * MB;

interface Answer {
  status: number;
  retryAfter: string | null;
  location: string;
  text: string;
}

interface World {
  portal: DemoProcesses;
  watched: () => WatchedWeb;
  tally: () => Tally;
}

/** One person who takes as much as they can get: what they got afterwards, and what others noticed. */
export function describeBounds({ portal, watched, tally }: World): void {
  const count = async (query: string, values: readonly string[] = []) =>
    (await portal.database.sql.query(query, [...values])).rowCount ?? 0;
  const stored = (folder: string) => {
    const directory = path.join(portal.environment['FILES_DIR'] ?? '', folder);
    return existsSync(directory) ? bytesUnder(directory) : 0;
  };
  const documents = () => createEmbeddedDocumentStore({ sql: portal.database.sql, database: 'main' });

  async function ask(person: Person, address: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { Cookie: await portal.cookieOf(person), Origin: portal.url, Accept: 'application/json', ...init.headers };
    const response = await fetch(portal.url + address, { redirect: 'manual', ...init, headers });
    const { status } = response;
    return {
      status,
      retryAfter: response.headers.get('retry-after'),
      location: response.headers.get('location') ?? '',
      text: await response.text(),
    };
  }
  const post = (person: Person, address: string, fields: Record<string, string>) =>
    ask(person, address, { method: 'POST', body: new URLSearchParams({ formToken: randomBytes(16).toString('hex'), ...fields }) });
  const send = (person: Person, address: string, body: object) =>
    ask(person, address, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_unused, index) => work(index)));
  /** Number of answers by status, so that the difference shows every unexpected one. */
  const statuses = (answers: readonly Answer[]) =>
    Object.fromEntries([...new Set(answers.map(({ status }) => status))].map((status) => [status, countOf(answers, status)]));
  const countOf = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

  async function attack<Result>(kind: string, address: string, tries: number, work: () => Promise<Result>): Promise<Result> {
    const { result, silentMs } = await watched().during(work);
    tally().note(kind, address, tries, silentMs);
    expect(silentMs, 'what others waited').toBeLessThanOrEqual(SILENCE_MS);
    return result;
  }

  beforeAll(() => documents().create('maletin_tipos_documento/ataque', { nombre: 'Ataque', extensiones: [], estado: true }));

  describe('uploads of one person', () => {
    const UPLOADS = '/briefcase/uploads';
    const begin = (bytes: number, uploadKey = randomBytes(16).toString('hex'), given: object = {}) =>
      send('editor', UPLOADS, {
        uploadKey,
        bytes,
        name: `Ataque ${uploadKey}`,
        fileName: 'ataque.txt',
        folderId: 'carpeta-01',
        documentTypeId: 'ataque',
        ...given,
      });
    const idOf = ({ text, status }: Answer) => {
      expect(status, text).toBe(201);
      return (JSON.parse(text) as { id: string }).id;
    };
    const put = (id: string, part: number, bytes: number) =>
      ask('editor', `${UPLOADS}/${id}/parts/${part}`, {
        method: 'PUT',
        body: new Uint8Array(Buffer.alloc(bytes, 'Línea de prueba.\n', 'utf8')),
        headers: { 'Content-Type': 'application/octet-stream' },
      });

    it('leave nothing on the disk when restarted smaller and cancelled', async () => {
      const tries = runs(2);
      await attack('uploads begun again smaller', UPLOADS, tries, async () => {
        for (let time = 0; time < tries; time += 1) {
          const uploadKey = randomBytes(16).toString('hex');
          const id = idOf(await begin(3 * PART_BYTES, uploadKey));
          for (const part of [0, 1]) expect((await put(id, part, PART_BYTES)).status).toBe(204);
          const again = await begin(1_000, uploadKey);
          expect(JSON.parse(again.text)).toMatchObject({ parts: [] });
          expect((await ask('editor', `${UPLOADS}/${idOf(again)}`, { method: 'DELETE' })).status).toBe(204);
        }
      });
      expect(stored('.uploads')).toBe(0);
    });

    it('are assembled once when 30 requests complete them at the same time', async () => {
      const uploadKey = randomBytes(16).toString('hex');
      const id = idOf(await begin(UPLOAD_BYTES, uploadKey));
      for (let part = 0; part * PART_BYTES < UPLOAD_BYTES; part += 1)
        expect((await put(id, part, Math.min(PART_BYTES, UPLOAD_BYTES - part * PART_BYTES))).status).toBe(204);
      const calmMb = watched().residentMb();
      let [mostBytes, mostMb] = [0, 0];
      const look = setInterval(() => {
        mostBytes = Math.max(mostBytes, stored('.incoming'));
        mostMb = Math.max(mostMb, watched().residentMb());
      }, 20);
      const tries = 30;
      const [answers, list] = await attack('an upload put together at once', `${UPLOADS}/complete`, tries, () =>
        Promise.all([
          times(tries, () => ask('editor', `${UPLOADS}/${id}/complete`, { method: 'POST' })),
          ask('admin', '/briefcase/list-briefcase.data'),
        ]),
      ).finally(() => clearInterval(look));
      expect([countOf(answers, 201), countOf(answers, 201) + countOf(answers, 409) + countOf(answers, 404)]).toEqual([1, tries]);
      for (const { status, retryAfter } of answers) if (status === 409) expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(list.status).toBe(200);
      expect(mostBytes).toBeLessThanOrEqual(UPLOAD_BYTES);
      expect(mostMb - calmMb).toBeLessThan(200);
      expect([stored('.incoming'), stored('.uploads')]).toEqual([0, 0]);
      const files = () => count('SELECT 1 FROM maletin_archivos WHERE nombre = $1', [`Ataque ${uploadKey}.txt`]);
      await expect.poll(files, WAIT).toBe(1);
    });

    it.each([
      ['NUL', 'a\u0000.pdf'],
      ['half a letter', 'a\ud800.pdf'],
    ])('are refused with 400 when their name holds %s', async (what, fileName) => {
      const answer = await attack(`texts with ${what}`, UPLOADS, 1, () => begin(1_000, undefined, { fileName }));
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('no se pueden guardar')]);
    });
  });

  const pages = IS_LONG ? 100 : 3;
  it(
    'rendered pages of one person take at most 600 KB each on the disk, and are deleted with their document',
    { timeout: pages * 4_000 + 60_000 },
    async () => {
      const form = new FormData();
      for (const [field, value] of Object.entries({ name: 'Ruido', folderId: 'carpeta-01', documentTypeId: 'ataque' }))
        form.append(field, value);
      form.append('file', new Blob([new Uint8Array(noisePdf(pages, { height: 1_200 }))]), 'ruido.pdf');
      const uploaded = await ask('editor', '/briefcase/upload', { method: 'POST', body: form });
      expect(uploaded.status, uploaded.text).toBe(201);
      const { id } = JSON.parse(uploaded.text) as { id: string };
      const before = stored('.pages');
      await attack('pages of noise', '/briefcase/files/pages', pages, async () => {
        for (let page = 1; page <= pages; page += 1) expect((await ask('editor', `/briefcase/files/${id}/pages/${page}`)).status).toBe(200);
      });
      const kept = stored('.pages') - before;
      expect(kept).toBeGreaterThan(0);
      // One page more, for the description stored with the pages.
      expect(kept).toBeLessThanOrEqual(pages * PAGE_BYTES + PAGE_BYTES);
      expect((await post('editor', `/briefcase/files/${id}`, { intent: 'deactivate' })).status).toBe(302);
      await expect.poll(() => stored('.pages'), WAIT).toBe(before);
    },
  );

  describe('reports of one person', () => {
    const SCHEDULE = { reportId: 'storage', 'params.relative': '', frequency: 'diaria', cron: '', hora: '07:30' };
    const FILE = { format: 'csv', delivery: 'enlace', retentionRuns: '200' };
    let made = 0;
    const schedule = (person: Person, given: Record<string, string> = {}) =>
      post(person, '/reports/schedules/new', { ...SCHEDULE, ...FILE, intent: 'save', title: `Ataque ${(made += 1)}`, ...given });
    const runNow = (person: Person, address: string) => post(person, address, { intent: 'run-now' });
    const progress = async (person: Person, address: string) =>
      (JSON.parse((await ask(person, `${address}/progress`)).text) as { status: string }).status;
    const done = (person: Person, address: string) => expect.poll(() => progress(person, address), WAIT).toBe('lista');
    async function runOf(person: Person, given: Record<string, string> = {}): Promise<string> {
      const { location, text } = await schedule(person, given);
      expect(location, text).toMatch(/^\/reports\/schedules\//);
      const run = (await runNow(person, location)).location;
      await done(person, run);
      return run;
    }

    it('run at most three at a time, answer 429 beyond that, and do not hold up another person', async () => {
      const { location } = await schedule('editor');
      const unfinished = () =>
        count(
          `SELECT 1 FROM reportes_ejecuciones WHERE "userId" = 'demo-editor' AND status IN ('pendiente', 'en_proceso') AND NOT source_deleted`,
        );
      const tries = 150;
      let most = 0;
      const look = setInterval(() => void unfinished().then((now) => (most = Math.max(most, now))), 50);
      const answers = await attack('runs of one person', '/reports/schedules/run-now', tries, () =>
        times(tries, () => runNow('editor', location)),
      ).finally(() => clearInterval(look));
      expect(countOf(answers, 302) + countOf(answers, 429)).toBe(tries);
      expect(countOf(answers, 429)).toBeGreaterThan(tries / 2);
      for (const { status, retryAfter } of answers) if (status === 429) expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(RUNS_UNDER_WAY);
      await runOf('admin');
      await expect.poll(unfinished, WAIT).toBe(0);
    });

    it('cannot be scheduled for every minute, nor more than twenty of them', async () => {
      const schedules = () => count(`SELECT 1 FROM reportes_programados WHERE "userId" = 'demo-editor' AND "isActive"`);
      const before = await schedules();
      const tries = 40;
      const often = await attack('schedules of every minute', '/reports/schedules/new', tries, () =>
        times(tries, () => schedule('editor', { frequency: 'cron', cron: '* * * * *', hora: '' })),
      );
      expect([statuses(often), await schedules()]).toEqual([{ 400: tries }, before]);
      const many = await attack('schedules of one person', '/reports/schedules/new', tries, async () => {
        const answers: Answer[] = [];
        for (let time = 0; time < tries; time += 1) answers.push(await schedule('editor'));
        return answers;
      });
      expect([countOf(many, 302), countOf(many, 409)]).toEqual([SCHEDULES - before, tries - SCHEDULES + before]);
    });

    it('are refused to recipients who may see fewer rows, and to their owner after losing a folder', async () => {
      const rowsIn = (csv: Answer) => {
        expect(csv.status, csv.text).toBe(200);
        return csv.text.trimEnd().split('\r\n').length - 1;
      };
      const open = (person: Person, run: string) => ask(person, `${run}/download?format=csv`);
      const rowsOf = async (person: Person) =>
        (JSON.parse((await ask(person, '/reports/storage.json')).text) as { rows: unknown[] }).rows.length;
      const [all, some] = [await rowsOf('admin'), await rowsOf('editor')];
      expect(some).toBeLessThan(all);
      const sent = await runOf('admin', { recipients: 'demo-editor' });
      expect(rowsIn(await open('admin', sent))).toBe(all);
      for (const address of [`${sent}/download?format=csv`, `${sent}/download`, `${sent}/progress`, sent, `${sent}.data`]) {
        const refused = await ask('editor', address);
        expect([refused.status, refused.text], address).toEqual([403, expect.not.stringContaining('carpeta-18')]);
      }
      const main = documents();
      const place = 'usuarios/demo-editor';
      const { data } = (await main.get(place)) ?? { data: {} };
      // Deactivating one of the twenty schedules makes room for another.
      const { rows } = await portal.database.sql.query<{ id: string }>(
        `SELECT id FROM reportes_programados WHERE "userId" = 'demo-editor' AND "isActive" LIMIT 1`,
      );
      expect((await post('editor', `/reports/schedules/${rows[0]?.id}`, { intent: 'deactivate' })).status).toBe(302);
      const own = await runOf('editor');
      expect(rowsIn(await open('editor', own))).toBe(some);
      await main.set(place, { ...data, briefcase_permissions: { folders: ['carpeta-01'] } });
      await expect.poll(() => rowsOf('editor'), WAIT).toBe(1);
      const closed = await open('editor', own);
      expect([closed.status, closed.text]).toEqual([403, expect.stringContaining('Vuelva a ejecutarlo')]);
      expect(rowsIn(await open('admin', own))).toBe(some);
      await main.set(place, data);
      await expect.poll(() => rowsOf('editor'), WAIT).toBe(some);
    });
  });

  it('expensive reads of one person queue up, and are refused with 429 when there are too many', async () => {
    const addresses = ['/briefcase/list-briefcase.data', '/buscar.data?q=acta', '/reports/storage.json'];
    for (let round = 0; round < runs(1); round += 1) {
      const tries = 120;
      const [answers, list] = await attack('dear reads of one person', '/reports/*.json', tries, () =>
        Promise.all([
          times(tries, (index) => ask('editor', addresses[index % addresses.length] ?? '/')),
          ask('admin', '/briefcase/list-briefcase.data'),
        ]),
      );
      expect(list.status).toBe(200);
      expect(countOf(answers, 200) + countOf(answers, 429)).toBe(tries);
      // Reads that finish while the last requests arrive make room for some of them.
      expect(countOf(answers, 200)).toBeGreaterThanOrEqual(READS_TAKEN);
      expect(countOf(answers, 429)).toBeGreaterThan(0);
      for (const { status, retryAfter } of answers) if (status === 429) expect(Number(retryAfter)).toBeGreaterThan(0);
    }
  });
}
