import { describe, expect, it } from 'vitest';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { DOCUMENT_FILES } from '#server/features/documents/documents-area.ts';
import { PNG, pdf } from '#server/ports/files/testing/sample-files.ts';
import { addMissingUploads } from '#server/stored-files/add-missing-uploads.ts';
import { FILES, sha, useFilesWeb } from './files-web.ts';

const { web, people, headersOf, put, get, upload, uploaded, stored, eventsOf, auditOf, kindsOf, versionOf, tiff } = useFilesWeb();
let papers = 0;

describe('a new file of a document', () => {
  const paper = async (data: Fields = {}) => {
    const id = `papel-${(papers += 1)}`;
    await put(`documentos/${id}`, {
      documentName: 'Papel',
      categoryId: 'legal',
      documentId: 'escritura',
      status: 'ASSIGNED',
      userId: 'x',
      userAssign: 'x',
      url: '',
      agencyId: 'agencia-02',
      agencyFromDoc: 'agencia-01',
      createdBy: 'otra',
      ...data,
    });
    return id;
  };

  it('needs `create` as the first file and `edit` as a later one, and keeps every earlier file', async () => {
    const id = await paper();
    const [one, two, three] = [tiff(), tiff(), pdf('tres')];
    const version = await versionOf(id);
    expect((await upload('mira', one, { id, version })).status).toBe(403);
    expect((await upload('indexa', one, { id, version })).json).toMatchObject({ id, sha256: sha(one), pages: 3, documentName: 'Papel' });
    expect(await stored(id)).toMatchObject({ status: 'ASSIGNED', userId: 'x', sha256: sha(one), uploadedBy: people['indexa']?.id });
    expect((await upload('indexa', two, { id, version: await versionOf(id) })).status).toBe(403);
    expect((await upload('todo', two, { id, version })).status).toBe(409);
    await uploaded('todo', two, { id, version: await versionOf(id) });
    await uploaded('todo', three, { id, version: await versionOf(id) }, 'tres.pdf');
    const { versions, ...present } = await stored(id);
    expect(present).toMatchObject({ sha256: sha(three), contentType: 'application/pdf', fileName: 'tres.pdf', pages: 1 });
    expect(versions).toMatchObject([
      {
        sha256: sha(one),
        pages: 3,
        fileName: 'escaneo.tif',
        contentType: 'image/tiff',
        userId: people['indexa']?.id,
        at: expect.any(Date),
      },
      { sha256: sha(two), pages: 3, userId: people['todo']?.id },
    ]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(Array(3).fill('ARCHIVO DIGITALIZADO MODIFICADO'));
    expect(await kindsOf(id)).toEqual(['upload otro', 'upload todo', 'upload todo']);
    const hashOf = async (address: string) => sha(Buffer.from(await (await get('descarga', `${FILES}/${id}/${address}`)).arrayBuffer()));
    expect(await hashOf('download')).toBe(sha(three));
    expect([await hashOf('versions/1/download'), await hashOf('versions/2/download'), await hashOf('versions/3/download')]).toEqual([
      sha(one),
      sha(two),
      sha(three),
    ]);
    for (const missing of ['0', '4', '01', 'x', '99999999'])
      expect((await get('todo', `${FILES}/${id}/versions/${missing}/pages/1`)).status).toBe(404);
    expect((await get('mira', `${FILES}/${id}/versions/1/pages/3`)).status).toBe(200);
    for (const closed of ['print', 'download']) expect((await get('mira', `${FILES}/${id}/versions/1/${closed}`)).status).toBe(403);
    const fresh = await get('mira', `${FILES}/${id}/pages/1`);
    expect(fresh.headers.get('cache-control')).toContain('no-cache');
  });

  it('has a download event of its own, even if the earlier file was downloaded within the hour', async () => {
    const id = await paper();
    await uploaded('todo', tiff(), { id, version: await versionOf(id) });
    const rest = () => web.get(`${FILES}/${id}/download`, { headers: { ...headersOf('descarga'), Range: 'bytes=1-' } });
    const downloads = async () => (await kindsOf(id)).filter((kind) => kind === 'download otro').length;
    expect((await get('descarga', `${FILES}/${id}/download`)).status).toBe(200);
    expect([(await rest()).status, await downloads()]).toEqual([206, 1]);
    await uploaded('todo', tiff(), { id, version: await versionOf(id) });
    expect([(await rest()).status, await downloads()]).toEqual([206, 2]);
    expect([(await rest()).status, await downloads()]).toEqual([206, 2]);
  });

  it('is stored once if it is sent twice, and refused for a missing, hidden or deactivated document', async () => {
    const id = await paper();
    const fields = { id, version: await versionOf(id), uploadKey: 'otra-clave-de-carga' };
    const content = tiff();
    const answers = await Promise.all([upload('todo', content, fields), upload('todo', content, fields)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await upload('todo', content, fields)).json).toMatchObject({ id, sha256: sha(content) });
    expect([(await auditOf(id)).length, ((await stored(id))['versions'] as unknown[] | undefined)?.length ?? 0]).toEqual([1, 0]);
    expect((await upload('todo', content, { id: 'ninguno', version: 'x' })).status).toBe(404);
    const hidden = await paper({ documentId: 'acta' });
    expect((await upload('indexa', content, { id: hidden, version: await versionOf(hidden) })).status).toBe(404);
    const gone = await paper({ isActive: false });
    const refused = await upload('todo', content, { id: gone, version: await versionOf(gone) });
    expect([refused.status, refused.json['details']]).toEqual([409, expect.objectContaining({ isActive: false })]);
    const travelling = await paper({ inPackage: 'p1' });
    expect((await upload('todo', content, { id: travelling, version: await versionOf(travelling) })).status).toBe(201);
    for (const none of ['', 'null'])
      expect((await upload('todo', content, { id: none, version: 'x' })).json['message']).toBe("Id no can't be null");
    expect((await upload('todo', content, { id: 'a/b', version: 'x' })).status).toBe(404);
    const plan = await paper({ documentId: 'plano' });
    expect((await upload('todo', content, { id: plan, version: await versionOf(plan) })).status).toBe(415);
    expect((await upload('todo', null, { id: plan, version: await versionOf(plan) })).json['message']).toBe(
      'File, name or user_agency missing',
    );
    expect((await upload('todo', PNG, { id: plan, version: await versionOf(plan) }, 'plano.png')).status).toBe(201);
  });

  it('gets its upload event back, once, if the ledger has lost it', async () => {
    const id = await uploaded('todo', tiff());
    await uploaded('todo', tiff(), { id, version: await versionOf(id) });
    for (const { id: event } of await web.portal.documents.main.query({
      collection: 'eventos_archivos',
      where: [{ field: 'fileId', op: '==', value: id }],
    })) {
      await web.portal.documents.main.delete(`eventos_archivos/${event}`);
      await web.portal.readModel.projectNow('main', [`eventos_archivos/${event}`]);
    }
    await paper();
    expect(await addMissingUploads(web.portal, DOCUMENT_FILES)).toBe(2);
    expect(await addMissingUploads(web.portal, DOCUMENT_FILES)).toBe(0);
    expect((await eventsOf(id)).map(({ kind, userId, categoryId }) => [kind, userId, categoryId])).toEqual(
      Array(2).fill(['upload', people['todo']?.id, 'legal']),
    );
  });
});
