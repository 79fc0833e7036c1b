import { describe, expect, it } from 'vitest';
import { collectForPaper, paperOf } from './paper.ts';
import type { Row, Sheet } from './sheet.ts';

const SHEET: Sheet = {
  title: 'Agencias </title><script>alert(1)</script>',
  name: 'Agencias',
  organisation: 'Cooperativa «El Ñandú» R.L.',
  parameters: [['Departamento', 'Sololá & <b>Petén</b>']],
  columns: [
    { title: 'Nombre', kind: 'text', width: 30 },
    { title: 'Monto', kind: 'money', total: true },
    { title: 'Tamaño', kind: 'bytes', total: true },
    { title: 'Fecha', kind: 'datetime' },
  ],
  generatedAt: new Date('2026-11-20T04:30:04Z'),
  generatedBy: 'Ana Morales',
  asOf: new Date('2026-11-20T04:29:00Z'),
};
const ROWS: Row[] = [
  ['Central <img src=x onerror=alert(1)>', '1234.5', 1_048_576, new Date('2026-11-20T04:30:04Z')],
  ['=1+1', 3, 1_572_864n, null],
];

async function* batches(...given: Row[][]): AsyncGenerator<Row[]> {
  for (const batch of given) yield await Promise.resolve(batch);
}

async function draw(sheet: Sheet, rows: readonly Row[], isCut = false): Promise<string> {
  let html = '';
  for await (const part of paperOf(sheet, { rows, isCut }, 'abc')) html += part;
  return html;
}

describe('a page for the printer', () => {
  it('holds five thousand rows at most', async () => {
    const rows = Array.from({ length: 5_001 }, (_, index): Row => [`fila ${index}`, 1, 1, null]);
    const collected = await collectForPaper(batches(rows.slice(0, 5_000), rows.slice(5_000)));
    expect([collected.rows.length, collected.isCut]).toEqual([5_000, true]);
    expect((await collectForPaper(batches(rows.slice(0, 5_000)))).isCut).toBe(false);
  });

  it('names organisation, time of data, author and number of rows, and formats every value', async () => {
    const html = await draw(SHEET, ROWS);
    expect(html).toContain('Cooperativa «El Ñandú» R.L.');
    expect(html).toContain('Datos al 19/11/2026 22:29:00. Impreso el 19/11/2026 22:30:04 por Ana Morales. 2 filas.');
    expect(html).toContain('<td class="num">Q1,234.50</td>');
    expect(html).toContain('<td>19/11/2026 22:30</td>');
    expect(html).toContain('<th scope="row">Total</th><td class="num">Q1,237.50</td><td class="num">2.50 MB</td><td></td>');
    expect(html).toContain('<td>=1+1</td>');
  });

  it('escapes texts in markup and in styles', async () => {
    const html = await draw({ ...SHEET, summary: { figures: [{ label: '<i>', value: '"', note: '&' }], pictures: async () => [] } }, ROWS);
    expect(html).not.toMatch(/<img src=x|<b>|<i>|<script>alert/);
    expect([...html.matchAll(/<(script|style)\b[^>]*>/g)].map(([tag]) => tag)).toEqual(['<style nonce="abc">', '<script nonce="abc">']);
    const style = html.slice(html.indexOf('<style'), html.indexOf('</style>'));
    expect(style).toContain('content:"Agencias \\3c \\2f title\\3e ');
  });

  it('turns to landscape for many columns and divides the width among them', async () => {
    expect(await draw(SHEET, ROWS)).toContain('size:portrait');
    const columns = ['Dirección', 'Correo', 'Cargo', 'Nota'].map((title) => ({ title, kind: 'text' }) as const);
    const row = ['6a. calle 8-16, zona 5, Huehuetenango', 'x'.repeat(400), 'Sí', 'Nada que decir de una agencia que cierra tarde'];
    const html = await draw({ ...SHEET, columns: [...SHEET.columns, ...columns] }, [[...(ROWS[0] ?? []), ...row]]);
    expect(html).toContain('size:landscape');
    const shares = [...html.matchAll(/col:nth-child\(\d\)\{width:([\d.]+)%/g)].map(([, share]) => Number(share));
    expect(shares).toHaveLength(8);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    // One long word takes no more than a line of its own.
    expect(Math.max(...shares)).toBeLessThan(30);
  });

  it('says when there are no rows', async () => {
    const html = await draw(SHEET, []);
    expect(html).toContain('No hay filas.');
    expect(html).not.toContain('<table');
  });

  it('says above and below when it is cut, shows no total and stops reading', async () => {
    let read = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          read += 2;
          yield await Promise.resolve(ROWS);
        }
      } finally {
        closed = true;
      }
    }
    const collected = await collectForPaper(endless(), 5);
    expect([collected.rows.length, collected.isCut, read, closed]).toEqual([5, true, 6, true]);
    const html = await draw(SHEET, collected.rows, true);
    expect(html.match(/Aquí están las primeras 5 filas; hay más\. El archivo de Excel las contiene todas\./g)).toHaveLength(2);
    expect(html).not.toContain('Total');
    expect(await collectForPaper(batches(ROWS, ROWS), 4)).toEqual({ rows: [...ROWS, ...ROWS], isCut: false });
  });

  it('embeds drawings as images instead of inline SVG', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><script>alert(1)</script></svg>';
    const drawings = async () => [{ title: 'Cargas «x»', svg }];
    const html = await draw({ ...SHEET, summary: { figures: [], pictures: async () => [], drawings } }, ROWS);
    expect(html).toContain(
      `<figcaption>Cargas «x»</figcaption><img alt="" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`,
    );
  });
});
