import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQR from 'jsqr';
import { afterAll, describe, expect, it } from 'vitest';
import { packageCode } from '../../domain/package-code.ts';
import { STEP_RULES } from '../../domain/package-states.ts';
import { drawManifest, printable, type Manifest } from './draw-manifest.ts';
import type { PackageRecord, ShownLine } from './get-package.ts';

const library = await PDFiumLibrary.init();
afterAll(() => library.destroy());

const line = (document: string, at = 1): ShownLine => ({
  lineId: String(at),
  document,
  categoryId: 'legal',
  documentId: 'poder',
  digitalizationId: '',
  verdict: '',
  note: '',
  checkedBy: '',
  checkedAt: null,
  typeName: 'Poder',
  categoryName: 'Jurídica',
  checkerName: '',
  opens: false,
});

function manifest(change: Partial<PackageRecord> = {}): Manifest {
  const code = packageCode('p1');
  const lines = change.lines ?? [line('Acción de Íñigo Güell')];
  const record: PackageRecord = {
    id: 'p1',
    code,
    status: 'SENT',
    stateName: 'Enviado',
    isActive: true,
    from: 'delia',
    from_agency: 'norte',
    lines,
    sendedAt: '2026-11-22T16:30:00.000000Z',
    resolutionAt: null,
    rejectReason: '',
    differencesSeenAt: null,
    withdrawnAt: null,
    withdrawnFrom: '',
    hasUnreadLines: false,
    extras: [],
    line_count: lines.length,
    checked_count: 0,
    difference_count: 0,
    missing: 0,
    names: { agency: 'Agencia Petén', fromAgency: 'Agencia Cobán', person: '', sender: 'Delia Núñez', resolver: '', withdrawnFrom: '' },
    pages: { agency: null, fromAgency: null, person: null, sender: null },
    agencyId: 'sur',
    userAssign: '',
    needReassign: false,
    note: '¿Está completo?',
    digitalizationId: '',
    sended: true,
    resolvedBy: '',
    can: Object.fromEntries(Object.keys(STEP_RULES).map((step) => [step, false])) as PackageRecord['can'],
    unread: '',
    ...change,
  };
  const address = `https://portal.example.coop/maintenance/digitalization/packagesShips/received/list-packages?code=${code}`;
  return {
    record,
    address,
    cooperativeName: 'Cooperativa El Ahorro',
    printedBy: 'Delia Núñez',
    printedAt: new Date('2026-11-22T17:00:00Z'),
  };
}

async function read(of: Manifest) {
  const document = await library.loadDocument(await buffer(drawManifest(of)));
  const pages = [...document.pages()];
  const texts = pages.map((page) => page.getText().replaceAll('\r\n', '\n'));
  const picture = await pages[0]?.render({ scale: 2, render: 'bitmap' });
  if (!picture) throw new Error('no page');
  document.destroy();
  return { texts, picture };
}

describe('a manifest', () => {
  it('holds the address of the package as a QR that a scanner reads from the drawn page', async () => {
    const of = manifest();
    const { picture } = await read(of);
    // pdfium gives blue first; black and white are the same either way.
    const found = jsQR(new Uint8ClampedArray(picture.data), picture.width, picture.height);
    expect(found?.data).toBe(of.address);
  });

  it('prints its lines, route, note and places to sign, with accents, on one page', async () => {
    const { texts } = await read(manifest());
    expect(texts).toHaveLength(1);
    for (const text of [
      packageCode('p1'),
      'Acción de Íñigo Güell',
      'Jurídica › Poder',
      'Agencia Cobán · Delia Núñez',
      'Agencia Petén · quien lo acepte',
      '1 papel',
      '22/11/2026 10:30',
      '¿Está completo?',
      'Entrega',
      'Recibe',
      'Nombre y firma',
      'Página 1 de 1',
    ])
      expect(texts[0]).toContain(text);
  });

  it('of a draft says that it is not sent yet', async () => {
    const { texts } = await read(manifest({ status: 'ENTERED', sendedAt: null }));
    expect(texts[0]).toContain('Todavía no.');
  });

  it('spans several pages with page numbers and all 100 lines, with the signatures only on the last', async () => {
    const lines = Array.from({ length: 100 }, (_none, at) => line(`Documento número ${at + 1} ${'largo '.repeat(at % 30)}`.trim(), at));
    const { texts } = await read(manifest({ lines }));
    expect(texts.length).toBeGreaterThan(3);
    texts.forEach((text, at) => expect(text).toContain(`Página ${at + 1} de ${texts.length}`));
    for (let at = 1; at <= 100; at += 1) expect(texts.some((text) => text.includes(`Documento número ${at}`))).toBe(true);
    expect(texts.filter((text) => text.includes('Nombre y firma'))).toEqual([texts.at(-1)]);
  });

  it('is drawn with long names without blanks and with foreign and control characters', async () => {
    const lines = ['x'.repeat(200), '契約書 🎉', 'Kʼicheʼ', 'a\u0000b', '‮evil'].map(line);
    const { texts } = await read(manifest({ lines, note: 'ñ'.repeat(500) }));
    const drawn = texts.join('').replace(/\s/g, '');
    for (const text of ['x'.repeat(200), '2????Jur', 'K’iche’', 'a?b', '?evil', 'ñ'.repeat(500)]) expect(drawn).toContain(text);
  });
});

it('replaces characters that the fonts lack, and cuts text at 1,000 characters', () => {
  expect(printable('áéíóúñÑü¿¡«»€–…')).toBe('áéíóúñÑü¿¡«»€–…');
  expect(printable('ẽ ő Đ 契 a\tb\nc')).toBe('e o ? ? a b\nc');
  expect(printable('e\u0301')).toBe('é');
  expect(printable('🎉'.repeat(400_000)).length).toBeLessThanOrEqual(1_000);
});
