import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { packageCode } from '#server/domain/package-code.ts';
import { useDemoPortal } from './demo-portal.ts';

const MAINTENANCE = '/maintenance/digitalization';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';
const SENT = `${MAINTENANCE}/packagesShips/send/list-packages`;
const RECEIVED = `${MAINTENANCE}/packagesShips/received/list-packages`;
const SETTINGS = ['category/list-category', 'document-type/list-document-type', 'document-permissions/list-document-permissions'].map(
  (address) => `${MAINTENANCE}/${address}`,
);
const TYPE = { categoryId: 'categoria-01', documentId: 'tipo-digital-02' };
const THREE_PAGES = path.resolve(import.meta.dirname, '../../server/pages/testing/files/three.tif');
const STORY_MS = 120_000;

/** What a program can reach that knows the addresses and the demo's accounts, but no screens. */
describe('the demo’s clerks, over HTTP', () => {
  const portal = useDemoPortal({ browser: false });
  const ask = async (person: string | null, address: string, init: RequestInit = {}) =>
    fetch(portal.url + address, {
      redirect: 'manual',
      ...init,
      headers: { Accept: 'text/html', Origin: portal.url, ...(person && { Cookie: await portal.cookieOf(person) }), ...init.headers },
    });
  const statusOf = async (person: string | null, address: string) => {
    const response = await ask(person, address);
    await response.arrayBuffer();
    return response.status;
  };
  const post = (person: string, address: string, fields: Readonly<Record<string, string>>) =>
    ask(person, address, { method: 'POST', body: new URLSearchParams(fields) });
  const stored = async (path: string): Promise<Fields> => (await portal.documents.digitalization.get(path))?.data ?? {};
  const actionsOf = async (path: string) => {
    const { rows } = await portal.database.sql.query<{ action: string }>(
      `SELECT data ->> 'action' AS action FROM documents.documents WHERE database = 'digitalization' AND collection_group = 'auditoria' AND data ->> 'targetPath' = $1`,
      [path],
    );
    return rows.map(({ action }) => action);
  };
  const broughtBy = async (id: string) => {
    const { rows } = await portal.database.sql.query<{ id: string }>(`SELECT id FROM documentos WHERE "fromPackaging" = $1 ORDER BY id`, [
      id,
    ]);
    return rows.map((row) => row.id);
  };
  const inboxLine = async (person: string, id: string) =>
    new RegExp(`data-inbox="${id}"[^>]*><span[^>]*>([^<]*)`).exec(await (await ask(person, '/')).text())?.[1] ?? null;
  const lastSegment = (response: Response) => new URL(response.headers.get('location') ?? '', portal.url).pathname.split('/').at(-1) ?? '';

  async function draft(lines: readonly Readonly<Record<string, string>>[], more: Readonly<Record<string, string>>): Promise<string> {
    const fields: Record<string, string> = { intent: 'save', agencyId: 'agencia-02', userAssign: 'demo-recibe', note: '', ...more };
    lines.forEach((line, place) => {
      for (const [name, value] of Object.entries(line)) fields[`line.${place}.${name}`] = value;
    });
    const response = await post('digitaliza', `${SENT}/new`, fields);
    expect([response.status, await response.text()]).toEqual([302, '']);
    return lastSegment(response);
  }

  it('open their three lists, but none of the digitalization settings', async () => {
    for (const person of ['digitaliza', 'recibe'])
      expect(await Promise.all([DOCUMENTS, SENT, RECEIVED, ...SETTINGS].map((address) => statusOf(person, address)))).toEqual([
        200, 200, 200, 403, 403, 403,
      ]);
    expect(await Promise.all([DOCUMENTS, SENT, RECEIVED, ...SETTINGS].map((address) => statusOf('reportes', address)))).toEqual(
      Array.from({ length: 6 }, () => 403),
    );
    expect(await Promise.all([DOCUMENTS, SENT, RECEIVED, ...SETTINGS].map((address) => statusOf(null, address)))).toEqual(
      Array.from({ length: 6 }, () => 302),
    );
    const refused = await (await ask('digitaliza', SETTINGS[2] ?? '')).text();
    expect(refused).toContain('Permisos de documentos');
  });

  it('index a scan of three pages, which is served as pictures and recorded as one view', { timeout: STORY_MS }, async () => {
    const content = await readFile(THREE_PAGES);
    const form = new FormData();
    const asked = { asociado: 'asociado-0001', numero_de_credito: 'CR-1', monto: '100', fecha_de_firma: '2026-05-05' };
    form.set('uploadKey', 'clave-de-fuera-0001');
    for (const [name, value] of Object.entries({ ...TYPE, documentName: 'Pagaré de tres páginas' })) form.set(name, value);
    for (const [clave, value] of Object.entries(asked)) form.set(`campos.${clave}`, value);
    form.set('file', new Blob([new Uint8Array(content)], { type: 'image/tiff' }), 'escaneo.tiff');
    const response = await ask('digitaliza', '/digitalization-documents/upload', {
      method: 'POST',
      body: form,
      headers: { Accept: 'application/json' },
    });
    const answer = (await response.json()) as { id: string; pages: number; sha256: string; contentType: string };
    expect([response.status, answer]).toMatchObject([
      201,
      { documentName: 'Pagaré de tres páginas', contentType: 'image/tiff', pages: 3, bytes: content.length },
    ]);
    for (const page of [1, 2, 3]) {
      const picture = await ask('digitaliza', `/digitalization-documents/files/${answer.id}/pages/${page}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    }
    expect(await statusOf('digitaliza', `/digitalization-documents/files/${answer.id}/pages/4`)).toBe(404);
    const { rows } = await portal.database.sql.query<{ kind: string; count: number }>(
      `SELECT kind, count(*)::int AS count FROM eventos_archivos WHERE "fileId" = $1 GROUP BY kind ORDER BY kind`,
      [answer.id],
    );
    expect(rows).toEqual([
      { kind: 'upload', count: 1 },
      { kind: 'view', count: 1 },
    ]);
  });

  it('send five papers of which four arrive, which gives four documents and one difference', { timeout: STORY_MS }, async () => {
    expect(await inboxLine('digitaliza', 'differences')).toBeNull();
    const papers = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'].map((document) => ({ document, ...TYPE }));
    const id = await draft(papers, { needReassign: 'false' });
    const path = `PACKAGES/${id}`;
    const begun = await stored(path);
    expect(begun).toMatchObject({ status: 'ENTERED', sended: false, from: 'demo-digitaliza' });
    expect(begun['sendedAt'] ?? null).toBeNull();
    expect((await post('digitaliza', `${SENT}/${id}`, { intent: 'send' })).status).toBe(302);
    expect(await stored(path)).toMatchObject({ status: 'SENT', sended: true, fromUser: { agency: 'agencia-01' } });
    expect((await post('digitaliza', `${SENT}/${id}/edit`, { intent: 'save', note: 'Otra' })).status).toBe(409);
    const scanned = await ask('recibe', `${RECEIVED}?code=${packageCode(id)}`);
    expect([scanned.status, lastSegment(scanned)]).toEqual([302, id]);
    const verdicts = ['RECEIVED', 'RECEIVED', 'RECEIVED', 'RECEIVED', 'MISSING'];
    const checks = Object.fromEntries(verdicts.map((verdict, place) => [`line.${place}.verdict`, verdict]));
    expect((await post('recibe', `${RECEIVED}/${id}`, { intent: 'check', ...checks })).status).toBe(302);
    expect((await post('recibe', `${RECEIVED}/${id}`, { intent: 'accept' })).status).toBe(302);
    const accepted = await stored(path);
    expect(accepted).toMatchObject({ status: 'ACCEPTED', resolvedBy: 'demo-recibe' });
    expect(accepted['resolutionAt']).toBeTruthy();
    const made = await broughtBy(id);
    expect(made).toHaveLength(4);
    for (const documentId of made) {
      expect(await stored(`documentos/${documentId}`)).toMatchObject({
        status: 'ASSIGNED',
        userId: 'demo-recibe',
        userAssign: 'demo-recibe',
        url: '',
        agencyId: 'agencia-02',
        agencyFromDoc: 'agencia-01',
        fromPackaging: id,
      });
      expect(await actionsOf(`documentos/${documentId}`)).toEqual(['NUEVO ARCHIVO DIGITALIZADO']);
    }
    const lines = (accepted['detailOfPackage'] as Fields[]).map(({ digitalizationId }) => digitalizationId);
    expect([lines.slice(0, 4).sort(), lines[4]]).toEqual([made, '']);
    expect((await actionsOf(path)).filter((action) => action === 'PAQUETE RECIBIDO')).toHaveLength(1);
    expect(await inboxLine('digitaliza', 'differences')).toBe('1');
    expect(await inboxLine('recibe', 'assigned')).toBe('4');
    expect((await post('digitaliza', `${SENT}/${id}`, { intent: 'seen' })).status).toBe(302);
    expect(await inboxLine('digitaliza', 'differences')).toBeNull();
    expect((await post('recibe', `${RECEIVED}/${id}`, { intent: 'accept' })).status).toBe(409);
  });

  it.each(['accept', 'reject'] as const)(
    'send documents that change hands only if accepted: %s',
    { timeout: STORY_MS },
    async (verdict) => {
      const { rows } = await portal.database.sql.query<{ id: string; name: string; status: string }>(
        `SELECT id, "documentName" AS name, status FROM documentos WHERE status = 'INDEXED' AND "isActive" AND "agencyId" = 'agencia-01' AND "inPackage" = '' AND "userId" = '' ORDER BY id LIMIT 3`,
      );
      const lines = rows.map(({ id, name }) => ({ document: name, digitalizationId: id }));
      const id = await draft(lines, { needReassign: 'true' });
      expect((await post('digitaliza', `${SENT}/${id}`, { intent: 'send' })).status).toBe(302);
      for (const document of rows) {
        expect(await stored(`documentos/${document.id}`)).toMatchObject({ inPackage: id });
        const assigned = await post('digitaliza', `${DOCUMENTS}/${document.id}`, { intent: 'assign', userId: 'demo-recibe' });
        expect(assigned.status).toBe(409);
      }
      const checks = Object.fromEntries(rows.map((_row, place) => [`line.${place}.verdict`, 'RECEIVED']));
      const answer: Record<string, string> =
        verdict === 'accept' ? { intent: 'accept', ...checks } : { intent: 'reject', reason: 'Es de otra agencia' };
      expect((await post('recibe', `${RECEIVED}/${id}`, answer)).status).toBe(302);
      for (const document of rows)
        expect(await stored(`documentos/${document.id}`)).toMatchObject(
          verdict === 'accept'
            ? { inPackage: '', userId: 'demo-recibe', agencyId: 'agencia-02', fromPackaging: id, status: 'ASSIGNED' }
            : { inPackage: '', userId: '', agencyId: 'agencia-01', status: 'INDEXED' },
        );
      expect(await broughtBy(id)).toEqual(verdict === 'accept' ? rows.map((row) => row.id) : []);
    },
  );

  it('see no package of another agency', async () => {
    const { rows } = await portal.database.sql.query<{ id: string; code: string }>(
      `SELECT id, code FROM packages WHERE status = 'SENT' AND "agencyId" = 'agencia-03' ORDER BY id LIMIT 1`,
    );
    const [foreign] = rows;
    if (!foreign) throw new Error('nothing is under way to agencia-03');
    expect(await statusOf('recibe', `${RECEIVED}/${foreign.id}`)).toBe(404);
    expect((await post('recibe', `${RECEIVED}/${foreign.id}`, { intent: 'accept' })).status).toBe(404);
    expect(await (await ask('recibe', `${RECEIVED}?pageSize=100`)).text()).not.toContain(foreign.code);
  });

  it('get the specified messages for wrong requests', async () => {
    const json = { headers: { Accept: 'application/json' } };
    const none = await ask('digitaliza', `${DOCUMENTS}/null`, json);
    expect([none.status, await none.json()]).toMatchObject([400, { message: "Id no can't be null" }]);
    const upload = async (fields: Readonly<Record<string, string>>, file?: Blob) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (file) form.set('file', file, 'nota.pdf');
      const response = await ask('digitaliza', '/digitalization-documents/upload', { method: 'POST', body: form, ...json });
      return [response.status, ((await response.json()) as { message?: string }).message];
    };
    expect(await upload({ uploadKey: 'clave-de-fuera-0002', ...TYPE, documentName: 'Sin archivo' })).toEqual([
      400,
      'File, name or user_agency missing',
    ]);
    expect(
      await upload({ uploadKey: 'clave-de-fuera-0003', categoryId: 'categoria-01', documentName: 'Sin tipo' }, new Blob(['%PDF-1.4'])),
    ).toEqual([400, "Data can't be null"]);
    const edited = await ask('digitaliza', `${DOCUMENTS}/documento-0001/edit`, { method: 'POST', body: new URLSearchParams(), ...json });
    expect([edited.status, await edited.json()]).toMatchObject([400, { message: 'Id or data null, check please' }]);
  });
});
