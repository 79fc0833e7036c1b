import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { packageCode } from '../../domain/package-code.ts';
import { createLog } from '../../platform/log/log.ts';
import { createReadModel } from '../../read-model/sync/create-read-model.ts';
import { runs } from '../../testing/run-seed.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { linesWithIds, readPackageValues, writeSentLines } from './package.ts';
import { packagesProjection } from './packages.projection.ts';

const { sql } = await createTestDatabase();
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
const log = createLog({ level: 'silent', process: 'test' });
const readModel = createReadModel({ sql, documents, log, projections: [packagesProjection] });

async function rowOf(data: Fields): Promise<Record<string, unknown>> {
  await documents.digitalization.set('PACKAGES/x', data);
  await readModel.projectNow('digitalization', ['PACKAGES/x']);
  const { rows } = await sql.query<Record<string, unknown>>(`SELECT * FROM packages WHERE id = 'x'`);
  if (!rows[0]) throw new Error('the package has no row');
  return rows[0];
}

const LINE = {
  document: 'Pagaré 12',
  digitalizationCategory: { id: 'legal' },
  digitalizationDocument: { id: 'pagare' },
  digitalizationId: '',
};

describe('the row of a package', () => {
  it.each<[string, Fields, Record<string, unknown>]>([
    ['nothing at all', {}, { from: '', status: '', sended: false, sendedAt: null, detailOfPackage: [], line_count: 0, isActive: true }],
    [
      'maps for ids',
      { from: { id: 'ana' }, agencyId: 'agencias/sur', userAssign: { id: 'luis', x: 1 } },
      { from: 'ana', agencyId: 'sur', userAssign: 'luis' },
    ],
    ['its sender', { fromUser: { id: 'ana', name: 'Ana', agency: { id: 'norte' } } }, { from_agency: 'norte' }],
    ['flags as text', { sended: 'true', needReassign: 1 }, { sended: true, needReassign: true }],
    [
      'wrong types',
      { detailOfPackage: 'x', extras: 7, sendedAt: 'ayer', status: 7 },
      { detailOfPackage: [], extras: [], sendedAt: null, status: '7' },
    ],
    [
      'lines and extras',
      {
        detailOfPackage: [{ ...LINE, verdict: 'MISSING' }, 'x', { ...LINE, verdict: 'RECEIVED' }, LINE],
        extras: [{ document: 'Otro' }, {}],
      },
      { line_count: 3, checked_count: 2, difference_count: 2 },
    ],
  ])('is read from %s', async (_what, data, expected) => expect(await rowOf(data)).toMatchObject({ ...expected, code: packageCode('x') }));

  it('is searchable by its code, lines, note, reason for rejection and, once it is not under way, what its receiver found', async () => {
    const data = {
      note: 'Urge revisión',
      rejectReason: 'Falta sello',
      detailOfPackage: [{ ...LINE, verdict: 'DAMAGED', note: 'Mojado' }],
      extras: [{ document: 'Croquis' }],
    };
    const { search_text: sent } = await rowOf({ ...data, status: 'SENT' });
    const { search_text: rejected } = await rowOf({ ...data, status: 'REJECTED' });
    for (const word of [packageCode('x').toLowerCase(), 'pagare 12', 'revision', 'sello']) {
      expect(sent).toContain(word);
      expect(rejected).toContain(word);
    }
    for (const word of ['mojado', 'croquis', '2 diferencias']) {
      expect(sent).not.toContain(word);
      expect(rejected).toContain(word);
    }
  });

  it('holds 300 lines of 1,000 letters each', async () => {
    const noise = 'x'.repeat(1_000);
    const row = await rowOf({
      detailOfPackage: Array.from({ length: 300 }, () => ({ ...LINE, document: noise, lineId: noise })),
      note: noise,
    });
    expect(row['line_count']).toBe(300);
  });
});

describe('a line', () => {
  it('gets an id of its own when other programs wrote none or a duplicate', () => {
    const { detailOfPackage: lines } = readPackageValues({
      detailOfPackage: [
        LINE,
        { ...LINE, lineId: 'a' },
        { ...LINE, lineId: 'a' },
        { digitalizationDocument: 'tipos_documento/acta', digitalizationCategory: 'legal' },
      ],
    });
    expect(lines.map(({ lineId }) => lineId)).toEqual(['linea-1', 'a', 'linea-3', 'linea-4']);
    expect(lines[3]).toEqual({ lineId: 'linea-4', document: '', categoryId: 'legal', documentId: 'acta', digitalizationId: '' });
  });

  it('gets an id that no stored line has, and keeps it when the ids of others are stored', () => {
    const idsOf = (lineIds: readonly string[]) =>
      linesWithIds({ detailOfPackage: lineIds.map((lineId) => ({ ...LINE, lineId })) }).map(({ lineId }) => lineId);
    expect(idsOf(['linea-2', 'linea-3', ''])).toEqual(['linea-2', 'linea-3', 'linea-4']);
    const stored = fc.array(fc.constantFrom('', 'a', ...[1, 2, 3, 4, 5].map((place) => `linea-${place}`)), { maxLength: 6 });
    fc.assert(
      fc.property(stored, fc.array(fc.boolean()), (lineIds, isStored) => {
        const ids = idsOf(lineIds);
        expect(new Set(ids).size).toBe(ids.length);
        for (const [place, lineId] of lineIds.entries())
          if (lineId !== '' && lineIds.indexOf(lineId) === place) expect(ids[place]).toBe(lineId);
        expect(idsOf(lineIds.map((lineId, place) => (isStored[place] ? (ids[place] ?? '') : lineId)))).toEqual(ids);
      }),
      { numRuns: runs(200) },
    );
  });

  it('keeps fields of other programs when it is rewritten', () => {
    const stored = { detailOfPackage: [{ ...LINE, lineId: 'a', folio: 7, digitalizationDocument: { id: 'pagare', nombre: 'Pagaré' } }] };
    const [line] = readPackageValues(stored).detailOfPackage;
    if (!line) throw new Error('no line');
    expect(writeSentLines([{ ...line, document: 'Pagaré 13' }], stored)).toEqual([{ ...stored.detailOfPackage[0], document: 'Pagaré 13' }]);
    expect(writeSentLines([{ ...line, documentId: 'acta' }], stored)).toMatchObject([{ folio: 7, digitalizationDocument: { id: 'acta' } }]);
  });
});
