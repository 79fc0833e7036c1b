import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { personOf, type PortalClient, type Visitor } from './portal-client.ts';

const THREE_PAGES = await readFile(path.resolve(import.meta.dirname, '../../server/pages/testing/files/three.tif'));
const FILES = '/briefcase/files';
const NAME = 'José Pérez';
const WORDS: Readonly<Record<string, string>> = { view: 'Vio', print: 'Imprimió', download: 'Descargó' };

/** Who did what with which file, according to reports and the event ledger. */
export function describeBriefcaseLedger(portal: PortalClient): void {
  /** They share a name, but each has an e-mail address of their own. */
  const people: Visitor[] = [];
  const ask = (who: number, address: string, init?: RequestInit) => portal.ask(people[who] ?? { id: '', cookie: '' }, address, init);

  let copies = 0;

  /** A scan of three pages with unique content. */
  async function uploaded(who: number): Promise<string> {
    const form = new FormData();
    for (const [field, value] of Object.entries({ name: 'Acta de asamblea', folderId: 'actas', documentTypeId: 'libre' }))
      form.append(field, value);
    form.append('file', new Blob([THREE_PAGES, `\0${(copies += 1)}`]), 'escaneo.tif');
    const answer = await ask(who, '/briefcase/upload', { method: 'POST', body: form });
    const json = (await answer.json()) as { id: string };
    expect([answer.status, json]).toEqual([201, expect.anything()]);
    return json.id;
  }

  async function read(who: number, address: string): Promise<void> {
    const answer = await ask(who, address);
    await answer.arrayBuffer();
    expect([address, answer.status]).toEqual([address, 200]);
  }

  /** Lines of an export by column title. */
  async function linesOf(who: number, address: string): Promise<Record<string, string>[]> {
    const answer = await ask(who, address);
    expect(answer.status).toBe(200);
    const [head = [], ...lines] = (await answer.text())
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
    return lines.map((line) => Object.fromEntries(line.map((cell, place) => [head[place] ?? '', cell])));
  }

  const kindsOf = async (search: string) =>
    (await linesOf(1, `/reports/file-events/export?format=csv&${search}`)).map((line) => line['Qué hizo']).sort();
  /** The event is stored when the file has been served; on Firestore its row may arrive a moment later. */
  const expectKinds = (search: string, kinds: readonly string[]) => expect.poll(() => kindsOf(search)).toEqual(kinds);

  describe('the event ledger and reports of Maletín files', () => {
    beforeAll(async () => {
      const stored: Readonly<Record<string, Fields>> = {
        'maletin_carpetas/actas': { nombre: 'Actas' },
        'maletin_tipos_documento/libre': { nombre: 'Cualquiera', extensiones: [], tamanoMaximoMb: 10 },
        'agencias/agencia-01': { nombre: 'Central' },
        'permisos_rol/archivo': { menus: ['home', 'briefcase-files', 'briefcase-reports'] },
      };
      for (const [place, fields] of Object.entries(stored)) await portal.put(place, { isActive: true, ...fields });
      for (const id of ['jose.uno', 'jose.dos']) {
        const email = `${id}@prueba.coop`;
        people.push(await portal.enter({ id, email, data: personOf(NAME, email, 'archivo', ['actas']) }));
      }
    });

    it('have one line each for upload, view, print and download of a file, and none for further pages', async () => {
      const id = await uploaded(0);
      const its = `fileId=${id}`;
      await expectKinds(its, ['Cargó']);
      await read(1, `${FILES}/${id}/pages/1`);
      await expectKinds(its, ['Cargó', 'Vio']);
      await read(1, `${FILES}/${id}/print`);
      await expectKinds(its, ['Cargó', 'Imprimió', 'Vio']);
      await read(1, `${FILES}/${id}/download`);
      await expectKinds(its, ['Cargó', 'Descargó', 'Imprimió', 'Vio']);
      await expectKinds(`${its}&userId=${people[1]?.id ?? ''}`, ['Descargó', 'Imprimió', 'Vio']);
      // Further pages of the same viewing are no further view.
      await read(1, `${FILES}/${id}/pages/2`);
      expect(await kindsOf(its)).toHaveLength(4);
      // No kind includes another.
      for (const kind of ['view', 'print', 'download']) {
        const { rows } = (await (await ask(1, `/reports/${kind}s-by-file.json`)).json()) as { rows: { key: string; events: number }[] };
        expect([kind, rows.find(({ key }) => key === id)?.events]).toEqual([kind, 1]);
      }
    });

    it('have the lines of events that another program wrote, and filter them by kind', async () => {
      const at = new Date();
      for (const kind of Object.keys(WORDS))
        await portal.put(`eventos_archivos/app-${kind}`, {
          kind,
          area: 'briefcase',
          fileId: 'de-la-app',
          fileName: 'Acta.pdf',
          folderId: 'actas',
          at,
          createdAt: at,
          userId: people[0]?.id ?? '',
          userName: NAME,
          agencyId: 'agencia-01',
        });
      expect(await kindsOf('fileId=de-la-app')).toEqual(Object.values(WORDS).sort());
      for (const [kind, word] of Object.entries(WORDS)) expect(await kindsOf(`fileId=de-la-app&kind=${kind}`)).toEqual([word]);
    });

    it('count two files with the same name and folder in separate rows, each with its own Código', async () => {
      const ids = [await uploaded(0), await uploaded(0)];
      for (const id of ids) {
        await read(0, `${FILES}/${id}/download`);
        await expectKinds(`fileId=${id}`, ['Cargó', 'Descargó']);
      }
      const lines = await linesOf(0, '/briefcase/reports/downloads-by-file/export?format=csv');
      const same = lines.filter((line) => ids.includes(line['Código'] ?? ''));
      expect(same.map((line) => line['Código']).sort()).toEqual([...ids].sort());
      expect(new Set(same.map((line) => `${line['Carpeta']}/${line['Archivo']?.replace(/ ?\(\d+\)/, '')}`))).toEqual(
        new Set(['Actas/Acta de asamblea.tif']),
      );
      expect(same.map((line) => line['Descargas'])).toEqual(['1', '1']);
    });

    it('tell two uploaders with the same name apart by their e-mail addresses', async () => {
      for (const who of [0, 1]) await expectKinds(`fileId=${await uploaded(who)}`, ['Cargó']);
      const lines = await linesOf(0, '/briefcase/reports/uploads-by-user/export?format=csv');
      const same = lines.filter((line) => line['Usuario'] === NAME);
      expect(same.map((line) => line['Correo electrónico']).sort()).toEqual(['jose.dos@prueba.coop', 'jose.uno@prueba.coop']);
      expect(new Set(same.map((line) => line['Código'])).size).toBe(2);
      const events = await linesOf(0, '/reports/file-events/export?format=csv&kind=upload');
      const mails = events.filter((line) => line['Usuario'] === NAME).map((line) => line['Correo electrónico']);
      expect([...new Set(mails)].sort()).toEqual(['jose.dos@prueba.coop', 'jose.uno@prueba.coop']);
    });
  });
}
