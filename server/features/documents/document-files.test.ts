import { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import { readDocumentValues } from '../../digitized/document.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import type { Staff } from '../../domain/permissions.ts';
import { pdf } from '../../ports/files/testing/sample-files.ts';
import { storedVersion } from '../../records/content-version.ts';
import { addMissingUploads } from '../../stored-files/add-missing-uploads.ts';
import { failureOf } from '../../testing/failures.ts';
import { beforeNextTransaction } from '../../testing/before-next-write.ts';
import { findUploadTypes } from './document-types.ts';
import { DOCUMENT_FILES } from './documents-area.ts';
import { clerk } from './testing/documents-fixture.ts';
import { createFilesFixture, type FilesFixture } from './testing/files-fixture.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

const editor = clerk('eva', { legal: { poder: ['create', 'view', 'print', 'download', 'edit'] } });
const NEW = { documentName: 'Poder 1', categoryId: 'legal', documentId: 'poder' };

/** How digitized documents get their files, on whichever document stores. */
function describeDocumentFiles(open: () => Promise<FilesFixture>): void {
  let fixture: FilesFixture;
  beforeAll(async () => {
    fixture = await open();
    await fixture.put('digitalization', 'categorias/legal', { nombre: 'Legal' });
    await fixture.put('digitalization', 'tipos_documento/poder', { nombre: 'Poder', categoryId: 'legal' });
    await fixture.put('main', 'usuarios/eva', { name: 'Eva Xol', role: 'editor' });
  });

  const upload = (text: string, fields: Readonly<Record<string, string>>, actor: Staff = editor) =>
    fixture.files.uploadDocument({
      actor,
      upload: { fields, file: { body: Readable.from([pdf(text)]), fileName: `${text}.pdf` }, whole: Promise.resolve() },
    });
  const stored = async (id: string): Promise<Fields> => (await fixture.documents.digitalization.get(`documentos/${id}`))?.data ?? {};
  const versionOf = async (id: string) => storedVersion(readDocumentValues, await stored(id));
  const found = async (database: 'main' | 'digitalization', collection: string, field: string, value: string) =>
    (await fixture.documents[database].query({ collection, where: [{ field, op: '==', value }] })).length;
  /** Without pages that were made of them. */
  const countFiles = async () => (await fixture.stored()).filter((name) => !name.startsWith('paginas')).length;
  const traces = async (id: string) => ({
    audit: await found('digitalization', 'auditoria', 'targetPath', `documentos/${id}`),
    auditElsewhere: await found('main', 'auditoria', 'targetPath', `documentos/${id}`),
    events: await found('main', 'eventos_archivos', 'fileId', id),
    eventsElsewhere: await found('digitalization', 'eventos_archivos', 'fileId', id),
  });

  it('an upload stores document and audit entry in one project, and its event in the other', async () => {
    const { id, pages } = await upload('uno', NEW);
    expect(pages).toBe(1);
    expect(await fixture.documents.main.get(`documentos/${id}`)).toBeNull();
    expect(await traces(id)).toEqual({ audit: 1, auditElsewhere: 0, events: 1, eventsElsewhere: 0 });
  });

  it('an upload whose type changes meanwhile is a conflict and leaves no file', async () => {
    const before = await countFiles();
    const { digitalization } = fixture.documents;
    beforeNextTransaction(digitalization, () => digitalization.update('tipos_documento/poder', { nombre: 'Poder general' }));
    expect((await failureOf(upload('tipo', NEW))).code).toBe('conflict');
    expect(await countFiles()).toBe(before);
  });

  it('the same upload sent twice at once gives one document with one file', async () => {
    const before = await countFiles();
    const fields = { ...NEW, uploadKey: 'clave-de-contrato-1' };
    const [one, other] = await Promise.all([upload('dos', fields), upload('dos', fields)]);
    expect(other.id).toBe(one.id);
    expect(await traces(one.id)).toMatchObject({ audit: 1, events: 1 });
    expect((await countFiles()) - before).toBe(1);
  });

  it('of two concurrent replacements of a file one is rejected and leaves nothing', async () => {
    const before = await countFiles();
    const { id } = await upload('tres', NEW);
    const version = await versionOf(id);
    const tried = await Promise.allSettled([upload('cuatro', { id, version }), upload('cinco', { id, version })]);
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await stored(id))['versions']).toMatchObject([{ fileName: 'tres.pdf', userId: 'eva', at: expect.any(Date) }]);
    expect(await traces(id)).toMatchObject({ audit: 2, events: 2 });
    expect(await failureOf(upload('seis', { id, version }))).toMatchObject({ code: 'conflict' });
    expect((await countFiles()) - before).toBe(2);
  });

  it('the same replacement sent twice is stored once, even when another came in between', async () => {
    const { id } = await upload('siete', NEW);
    const fields = { id, version: await versionOf(id), uploadKey: 'clave-de-contrato-2' };
    const first = await upload('ocho', fields);
    await upload('nueve', { id, version: await versionOf(id) });
    expect(await upload('ocho', fields)).toEqual(first);
    expect((await stored(id))['versions']).toHaveLength(2);
    expect(await traces(id)).toMatchObject({ audit: 3, events: 3 });
  });

  it('a preview is limited to 25 MB, and a stored file to 100 MB by default', async () => {
    const body = Readable.from([pdf('grande'), ...Array<Buffer>(26).fill(Buffer.alloc(1024 * 1024))]);
    const preview = { fields: {}, file: { body, fileName: 'grande.pdf' }, whole: Promise.resolve() };
    expect(await failureOf(fixture.files.previewFile({ actor: editor, upload: preview }))).toMatchObject({ code: 'too-large' });
    expect((await findUploadTypes(fixture.services, { actor: editor })).maxBytes).toBe(100 * 1024 * 1024);
  });

  it('missing upload events are written once, with the person who stored each file', async () => {
    const { id } = await upload('diez', NEW);
    await upload('once', { id, version: await versionOf(id) });
    const where = [{ field: 'fileId', op: '==', value: id }] as const;
    for (const { path } of await fixture.documents.main.query({ collection: 'eventos_archivos', where })) {
      await fixture.documents.main.delete(path);
      await fixture.services.readModel.projectNow('main', [path]);
    }
    expect(await addMissingUploads(fixture.services, DOCUMENT_FILES)).toBe(2);
    expect(await addMissingUploads(fixture.services, DOCUMENT_FILES)).toBe(0);
    const events = await fixture.documents.main.query({ collection: 'eventos_archivos', where });
    expect(events.map(({ data }) => [data['kind'], data['userName'], data['folderId'], data['documentTypeId']])).toEqual(
      Array(2).fill(['upload', 'Eva Xol', '', 'poder']),
    );
  });
}

await describeOnStores('document-files', (stores) => describeDocumentFiles(() => createFilesFixture(stores)));
