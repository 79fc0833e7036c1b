import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '#server/documents/document-store.ts';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { signInAs, type Person } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

const web = useTestWeb();
const THREE_PAGES = await readFile(path.resolve(import.meta.dirname, '../../server/document-pages/testing/files/three.tif'));
const FILES = '/briefcase/files';

/** Of one name, and each of an agency. */
const people: Person[] = [];
const NAME = 'José Pérez';

beforeAll(async () => {
  const stored: Readonly<Record<string, Fields>> = {
    'maletin_carpetas/actas': { nombre: 'Actas' },
    'maletin_tipos_documento/libre': { nombre: 'Cualquiera', extensiones: [], tamanoMaximoMb: 10 },
    'agencias/agencia-01': { nombre: 'Central' },
  };
  for (const [place, fields] of Object.entries(stored)) {
    await web.portal.documents.main.create(place, fields);
    await web.portal.readModel.projectNow('main', [place]);
  }
  await putRoleRow(web.portal.sql, { id: 'archivo', menus: ['home', 'briefcase-files', 'briefcase-reports'] });
  for (const name of ['jose.uno', 'jose.dos']) {
    const person = await signInAs(web, { name, role: 'archivo', folders: ['actas'] });
    const row = { role: 'archivo', briefcase_permissions: { folders: ['actas'] } };
    await putStaffRow(web.portal.sql, { id: person.id, email: `${name}@prueba.coop`, name: NAME, ...row });
    people.push(person);
  }
});

const headersOf = (who: number) => ({ ...people[who]?.headers, Origin: web.base, Accept: 'application/json' });
const get = (who: number, address: string) => web.get(address, { headers: headersOf(who) });

let copies = 0;

/** A scan of three pages, its content its own. */
async function uploaded(who: number): Promise<string> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ name: 'Acta de asamblea', folderId: 'actas', documentTypeId: 'libre' }))
    form.append(field, value);
  form.append('file', new Blob([THREE_PAGES, `\0${(copies += 1)}`]), 'escaneo.tif');
  const answer = await web.get('/briefcase/upload', { method: 'POST', body: form, headers: headersOf(who) });
  const json = (await answer.json()) as { id: string };
  expect([answer.status, json]).toEqual([201, expect.anything()]);
  return json.id;
}

async function read(who: number, address: string): Promise<void> {
  const answer = await get(who, address);
  await answer.arrayBuffer();
  expect([address, answer.status]).toEqual([address, 200]);
}

/** Lines of an export under its header, by the titles of their columns. */
async function linesOf(who: number, address: string): Promise<Record<string, string>[]> {
  const answer = await get(who, address);
  expect(answer.status).toBe(200);
  const [head = [], ...lines] = (await answer.text())
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  return lines.map((line) => Object.fromEntries(line.map((cell, place) => [head[place] ?? '', cell])));
}

describe('a file of the Maletín', () => {
  it('that somebody sees, prints and downloads has a line of each kind, and no other', async () => {
    const id = await uploaded(0);
    const kinds = async () =>
      (await linesOf(1, `/reports/file-events/export?format=csv&fileId=${id}`)).map((line) => line['Qué hizo']).sort();
    expect(await kinds()).toEqual(['Cargó']);
    await read(1, `${FILES}/${id}/pages/1`);
    expect(await kinds()).toEqual(['Cargó', 'Vio']);
    await read(1, `${FILES}/${id}/print`);
    expect(await kinds()).toEqual(['Cargó', 'Imprimió', 'Vio']);
    await read(1, `${FILES}/${id}/download`);
    expect(await kinds()).toEqual(['Cargó', 'Descargó', 'Imprimió', 'Vio']);
    const list = `/reports/file-events/export?format=csv&fileId=${id}&userId=${people[1]?.id ?? ''}`;
    expect((await linesOf(1, list)).map((line) => line['Qué hizo']).sort()).toEqual(['Descargó', 'Imprimió', 'Vio']);
    // Further pages of the same look are no further view.
    await read(1, `${FILES}/${id}/pages/2`);
    expect(await kinds()).toHaveLength(4);
    // One kind never stands for another.
    for (const kind of ['view', 'print', 'download']) {
      const { rows } = (await (await get(1, `/reports/${kind}s-by-file.json`)).json()) as { rows: { key: string; events: number }[] };
      expect([kind, rows.find(({ key }) => key === id)?.events]).toEqual([kind, 1]);
    }
  });

  it('of the name and folder of another one is a row of its own, with its own Código', async () => {
    const ids = [await uploaded(0), await uploaded(0)];
    for (const id of ids) await read(0, `${FILES}/${id}/download`);
    const lines = await linesOf(0, '/briefcase/reports/downloads-by-file/export?format=csv');
    const same = lines.filter((line) => ids.includes(line['Código'] ?? ''));
    expect(same.map((line) => line['Código']).sort()).toEqual([...ids].sort());
    expect(new Set(same.map((line) => `${line['Carpeta']}/${line['Archivo']?.replace(/ ?\(\d+\)/, '')}`))).toEqual(
      new Set(['Actas/Acta de asamblea.tif']),
    );
    expect(same.map((line) => line['Descargas'])).toEqual(['1', '1']);
  });

  it('that two people of one name upload is told apart by their e-mails', async () => {
    for (const who of [0, 1]) await uploaded(who);
    const lines = await linesOf(0, '/briefcase/reports/uploads-by-user/export?format=csv');
    const same = lines.filter((line) => line['Usuario'] === NAME);
    expect(same.map((line) => line['Correo electrónico']).sort()).toEqual(['jose.dos@prueba.coop', 'jose.uno@prueba.coop']);
    expect(new Set(same.map((line) => line['Código'])).size).toBe(2);
  });
});
