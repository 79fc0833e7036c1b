import { describe, expect, it } from 'vitest';
import type { Fields, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { newestFirst, readBitacora, storedEntries } from './bitacora.ts';
import { quotesProjection } from './quotes.projection.ts';

const micros = (iso: string) => BigInt(Date.parse(iso)) * 1_000n;
const WRITTEN = micros('2026-11-19T12:00:00Z');

const documentOf = (data: Fields): StoredDocument => ({
  path: 'cotizaciones/x',
  id: 'x',
  collection: 'cotizaciones',
  data,
  version: WRITTEN,
  createdVersion: micros('2026-10-01T12:00:00Z'),
});
const project = (data: Fields) => quotesProjection.project(documentOf(data));
const log = (bitacora: FieldValue) => readBitacora({ bitacora });

describe('the log of a quote', () => {
  it('is read whatever shape its entries have', () => {
    const read = log([
      { fecha: new Date('2026-11-02T10:00:00Z'), usuario: 'Ana', etapa: 'Llamada', comentario: ' Sí ' },
      { fecha: '2026-11-03', usuario: { id: 'u1', name: 'Beto' }, etapa: null },
      { fecha: '4/11/2026 10:30', comentario: 7 },
      { fecha: { seconds: 1_762_300_800, nanoseconds: 0 }, usuario: { email: 'c@x.test' } },
      { fecha: 'ayer', comentario: 'Sin fecha' },
      'Texto suelto',
      12,
      null,
      {},
      '',
    ]);
    expect(read).toEqual([
      { at: '2026-11-02T10:00:00.000000Z', usuario: 'Ana', etapa: 'Llamada', comentario: 'Sí' },
      { at: '2026-11-03T06:00:00.000000Z', usuario: 'Beto', etapa: '', comentario: '' },
      { at: '2026-11-04T16:30:00.000000Z', usuario: '', etapa: '', comentario: '7' },
      { at: '2025-11-05T00:00:00.000000Z', usuario: 'c@x.test', etapa: '', comentario: '' },
      { at: null, usuario: '', etapa: '', comentario: 'Sin fecha' },
      { at: null, usuario: '', etapa: '', comentario: 'Texto suelto' },
      { at: null, usuario: '', etapa: '', comentario: '12' },
    ]);
  });

  it('is read when it is a text or a map instead of a list, whose keys stay in the entries', () => {
    expect(log('Llamó')).toMatchObject([{ comentario: 'Llamó' }]);
    expect(log({ comentario: 'Sola' })).toMatchObject([{ comentario: 'Sola' }]);
    expect(log({ 0: { comentario: 'Uno' }, 1: { comentario: 'Dos' } })).toMatchObject([{ comentario: 'Uno' }, { comentario: 'Dos' }]);
    const byKey = {
      '2026-11-02': { usuario: 'Ana', comentario: 'Uno' },
      '3/11/2026': ['Dos', { fecha: '2026-11-04', comentario: 'Tres' }],
      beto: { comentario: 'Cuatro', clave: 7 },
    };
    expect(storedEntries({ bitacora: byKey })).toEqual([
      { usuario: 'Ana', comentario: 'Uno', fecha: '2026-11-02' },
      { comentario: 'Dos', fecha: '3/11/2026' },
      { fecha: '2026-11-04', comentario: 'Tres', clave: '3/11/2026' },
      { comentario: 'Cuatro', clave: 7, claveBitacora: 'beto' },
    ]);
    expect(log(byKey)[0]).toMatchObject({ at: '2026-11-02T06:00:00.000000Z', usuario: 'Ana' });
    for (const empty of [null, '', [], {}]) expect(log(empty)).toEqual([]);
    expect(readBitacora({})).toEqual([]);
  });

  it('is sorted newest first, and keeps an entry without a date beside its neighbour', () => {
    const order = newestFirst(
      log([
        { fecha: '2026-11-01', comentario: 'a' },
        { comentario: 'b' },
        { fecha: '2026-11-05', comentario: 'c' },
        { fecha: '2026-11-03', comentario: 'd' },
      ]),
    );
    expect(order.map((entry) => entry.comentario)).toEqual(['c', 'd', 'b', 'a']);
  });
});

describe('the row of a quote', () => {
  it('holds the first and last follow-up, the last stage and the number of entries', () => {
    const row = project({
      bitacora: [
        { fecha: new Date('2026-11-05T10:00:00Z'), etapa: 'Visita' },
        { fecha: new Date('2026-11-02T10:00:00Z'), etapa: 'Llamada' },
        'nota',
      ],
    });
    expect(row).toMatchObject({
      first_follow_up_at: '2026-11-02T10:00:00.000000Z',
      last_follow_up_at: '2026-11-05T10:00:00.000000Z',
      waiting_since: '2026-11-05T10:00:00.000000Z',
      last_stage: 'Visita',
      follow_up_count: 3,
    });
  });

  it('waits since its creation when no follow-up has a date', () => {
    expect(project({ bitacora: ['sin fecha'], createdAt: new Date('2026-10-03T10:00:00Z') })).toMatchObject({
      first_follow_up_at: null,
      last_follow_up_at: null,
      waiting_since: '2026-10-03T10:00:00.000000Z',
    });
    expect(project({})).toMatchObject({ waiting_since: '2026-10-01T12:00:00.000000Z', follow_up_count: 0, bitacora: [] });
  });

  it('caps follow-up times at the last write, so that no future date hides a stalled quote', () => {
    expect(project({ bitacora: [{ fecha: new Date('2099-01-01T00:00:00Z') }] })).toMatchObject({
      first_follow_up_at: '2026-11-19T12:00:00.000000Z',
      last_follow_up_at: '2026-11-19T12:00:00.000000Z',
    });
  });

  it('reads amounts and terms as people and programs write them, and anything else as null', () => {
    const amounts: readonly (readonly [FieldValue, number | null])[] = [
      [1234.5, 1234.5],
      ['1234.50', 1234.5],
      ['Q1,234.50', 1234.5],
      ['q 12,000', 12_000],
      [0, 0],
      ['', null],
      ['mil', null],
      ['1,2,3', null],
      [null, null],
      [{ a: 1 }, null],
      [true, null],
    ];
    for (const [monto, expected] of amounts) expect(project({ monto }).monto, JSON.stringify(monto)).toBe(expected);
    expect([
      project({ plazoMeses: '36' }).plazoMeses,
      project({ plazoMeses: -1 }).plazoMeses,
      project({ plazoMeses: 'doce' }).plazoMeses,
    ]).toEqual([36, null, null]);
  });

  it('has defaults for fields of unexpected types', () => {
    const odd = project({ tipo: 7, nombre: null, telefono: 55_123_456, estado: 'no sé', agencia: ['a'], bitacora: 5 });
    expect(odd).toMatchObject({
      tipo: '7',
      nombre: '',
      telefono: '55123456',
      estado: true,
      agencia: '',
      bitacora: [5],
      follow_up_count: 1,
      search_text: expect.stringContaining('55123456'),
    });
  });
});
