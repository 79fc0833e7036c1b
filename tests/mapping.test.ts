import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, describe, it, onTestFinished } from 'vitest';
import { loadMapping } from '#server/mapping.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { verifyCollection } from '#server/read-model/upkeep/verify.ts';
import { PROJECTIONS, REGISTRIES } from '#server/registries.ts';
import { foreignMapping } from '#server/testing/foreign-vocabulary.ts';
import { required } from '#server/ports/documents/testing/contract-tools.ts';
import { useDemoPortal } from './e2e/demo-portal.ts';

const AGENCIES = '/locations/list-agencies';
const POSITIONS = '/job-positions/list-positions';

describe('a portal on documents of another program', () => {
  const portal = useDemoPortal({ browser: false, foreign: true });
  const ask = async (url: string, body?: Record<string, string>) =>
    fetch(`${portal.url}${url}`, {
      redirect: 'manual',
      headers: { Cookie: await portal.cookieOf('admin'), Origin: portal.url, Accept: 'text/html' },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
  const page = async (url: string) => (await (await ask(url)).text()).replaceAll('<!-- -->', '');
  const versionOn = (html: string) => /name="version"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? '';
  const stored = async (path: string): Promise<Fields> =>
    (await required(createEmbeddedDocumentStore({ sql: portal.database.sql, database: 'main' }), path)).data;

  it('has no drift in any list, and no empty mapped collection', async () => {
    const {
      database: { sql },
      documents,
    } = portal;
    const mapping = foreignMapping();
    const verified = [];
    for (const projection of PROJECTIONS) verified.push(await verifyCollection({ sql, documents }, projection, { patienceMs: 0 }));
    expect(verified.flatMap(({ drift }) => drift)).toEqual([]);
    const empty = verified.filter((one) => one.documents === 0).map(({ table }) => table);
    expect(mapping.filter(({ key }) => empty.includes(key))).toEqual([]);
  });

  it('changes only the edited fields of the stored document, and shows them in the list', async () => {
    const path = 'coop/central/branches/agencia-01';
    const before = await stored(path);
    const html = await page(`${AGENCIES}/agencia-01/edit`);
    const answer = await ask(`${AGENCIES}/agencia-01/edit`, { version: versionOn(html), telefono: '7777-0001', latitud: '14.5' });
    expect(answer.status).toBe(302);
    expect(await stored(path)).toEqual({
      ...before,
      place: { ...(before['place'] as Fields), phone: '7777-0001', lat: '14.5' },
      modified_on: expect.any(Date),
      updatedBy: expect.objectContaining({ id: 'demo-admin' }),
    });
    expect(await page(`${AGENCIES}?q=7777-0001`)).toContain(`${AGENCIES}/agencia-01`);
    expect(await page(`${AGENCIES}/agencia-01/edit`)).toContain('7777-0001');
  });

  it('shows why a composed field is read-only, and rejects a change of it with 400', async () => {
    const [id] = (await portal.database.sql.query<{ id: string }>('SELECT id FROM puestos ORDER BY id LIMIT 1')).rows.map((row) => row.id);
    const url = `${POSITIONS}/${id}/edit`;
    const before = await stored(`positions/${id}`);
    const html = await page(url);
    const sentence = 'Se arma de name y grade en sus datos; se cambia allá.';
    expect(html).toContain(sentence);
    expect(html).toMatch(/<input[^>]*name="nombre"[^>]* readonly/i);
    const refused = await ask(url, { version: versionOn(html), nombre: 'Otro', descripcion: 'Otra' });
    expect([refused.status, (await refused.text()).includes(sentence)]).toEqual([400, true]);
    expect(await stored(`positions/${id}`)).toEqual(before);
    const nombre = before['name'] as string;
    expect((await ask(url, { version: versionOn(html), nombre, descripcion: 'Otra' })).status).toBe(302);
    expect(await stored(`positions/${id}`)).toMatchObject({ ...before, descripcion: 'Otra', modified_on: expect.any(Date) });
  });

  it('exports lists and reports as CSV', async () => {
    for (const [url, said] of [
      ['/customers/list-customers', 'Código'],
      ['/reports/customers', 'Asociados'],
    ] as const) {
      const answer = await ask(`${url}/export?format=csv`);
      expect([url, answer.status]).toEqual([url, 200]);
      expect(await answer.text()).toContain(said);
    }
  });
});

it('an unreadable mapping file, or one for an unknown collection, is rejected', async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'mapping-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'mapping.json');
  const load = () => loadMapping(file, () => Promise.resolve({ REGISTRIES }));
  await expect(load()).rejects.toThrow('MAPPING_FILE: no se puede leer');
  await writeFile(file, '{"nadie": {"path": "somebody"}}');
  await expect(load()).rejects.toThrow('MAPPING_FILE: ');
});
