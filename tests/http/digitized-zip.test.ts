import { describe, expect, it } from 'vitest';
import { unzipSync } from 'fflate';
import { PNG, pdf } from '#server/ports/files/testing/sample-files.ts';
import { guardsOf, HANDED_OVER } from '#server/ports/files/testing/guards-of.ts';
import { sha, useFilesWeb } from './files-web.ts';

const { web, put, headersOf, uploaded, kindsOf, tiff } = useFilesWeb();

describe('a ZIP of selected documents', () => {
  const zip = (name: string, ids: readonly string[]) =>
    web.get('/digitalization-documents/list-digitalization-docs/zip', {
      method: 'POST',
      body: new URLSearchParams(ids.map((id) => ['ids', id])),
      headers: headersOf(name),
    });

  it('holds each file under a unique name and logs one download event per file', async () => {
    const contents = [tiff(), tiff(), pdf('tres')];
    const names = ['Pagaré', 'PAGARÉ', 'Acta 1/2'];
    const ids: string[] = [];
    for (const [index, content] of contents.entries())
      ids.push(await uploaded('todo', content, { documentName: names[index] ?? '' }, index === 2 ? 'x.pdf' : 'x.tif'));
    const answer = await zip('descarga', [ids.join('/')]);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="documentos-/);
    expect(guardsOf(answer)).toEqual({ ...HANDED_OVER, 'cache-control': 'private, no-store' });
    const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.entries(entries).map(([name, bytes]) => [name, sha(Buffer.from(bytes))])).toEqual([
      ['Pagaré.tif', sha(contents[0] ?? PNG)],
      ['PAGARÉ (2).tif', sha(contents[1] ?? PNG)],
      ['Acta 1-2.pdf', sha(contents[2] ?? PNG)],
    ]);
    for (const id of ids) expect(await kindsOf(id)).toEqual(['upload todo', 'download otro']);
  });

  it('is refused as a whole with the name of a document that may not be downloaded, and logs no event', async () => {
    const [mine, other] = [await uploaded('todo', tiff()), await uploaded('todo', tiff(), { documentId: 'acta', 'campos.finca': '1' })];
    const refused = await zip('mira', [mine]);
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([403, expect.stringContaining('Escritura 12/2026')]);
    expect((await zip('descarga', [mine, other])).status).toBe(404);
    expect((await zip('descarga', [])).status).toBe(400);
    expect((await zip('descarga', ['x'.repeat(40_000)])).status).toBe(413);
    expect(
      (
        await zip(
          'descarga',
          Array.from({ length: 101 }, (_, index) => `d${index}`),
        )
      ).status,
    ).toBe(400);
    await put('documentos/sin-bytes', {
      documentName: 'Sin bytes',
      categoryId: 'legal',
      documentId: 'escritura',
      status: 'INDEXED',
      url: '',
    });
    const empty = await zip('descarga', [mine, 'sin-bytes']);
    expect([empty.status, JSON.stringify(await empty.json())]).toEqual([400, expect.stringContaining('Sin bytes')]);
    const stored = await web.portal.documents.digitalization.get(`documentos/${mine}`);
    await put(`documentos/${mine}`, { ...stored?.data, bytes: 2 * 1024 ** 3 + 1 });
    expect((await zip('descarga', [mine])).status).toBe(413);
    expect(await kindsOf(mine)).toEqual(['upload todo']);
  });
});
