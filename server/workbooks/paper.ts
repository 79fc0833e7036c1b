import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatDateTimeSeconds } from '../domain/dates.ts';
import { countOf, formatCount } from '../domain/text.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { bytesOf, toCellText, toPrimitive } from './cells.ts';
import { standsRight } from './layout.ts';
import { paperStyle, wantedWidth } from './paper-style.ts';
import type { Row, RowBatches, Sheet, SheetColumn, SheetSummary } from './sheet.ts';
import { valueText } from './value-text.ts';

/** About a hundred pages: what is longer nobody reads on paper, and a browser takes minutes to lay it out. */
const PAPER_ROWS_MAX = 5_000;

/** Rows between two turns of the event loop: about a millisecond of work. */
const ROWS_PER_TURN = 50;

export interface PaperRows {
  rows: readonly Row[];
  /** There are more than fit on paper. */
  isCut: boolean;
}

/** All rows at once, so that the head of the page can say whether they are all. Ends the reading when there are too many. */
export async function collectForPaper(batches: RowBatches, max = PAPER_ROWS_MAX): Promise<PaperRows> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length > max) return { rows: rows.slice(0, max), isCut: true };
  }
  return { rows, isCut: false };
}

/**
 * The same sheet as a page for the printer, piece by piece: whose it is, what was asked for and when, headline numbers, the
 * drawings, and every row under a head that each page repeats. Asks for the printer by itself.
 * @param nonce of the answer's policy, for its style and its script
 */
export async function* paperOf(sheet: Sheet, { rows, isCut }: PaperRows, nonce: string): AsyncGenerator<string> {
  const { title, columns, summary } = sheet;
  const cells = await readCells(columns, rows);
  const widths = columns.map((column, place) =>
    wantedWidth(
      column.title,
      cells.map((row) => row[place] ?? ''),
      standsRight(column.kind),
    ),
  );
  yield `<!doctype html><html lang="es-GT"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title><style nonce="${nonce}">${paperStyle(title, widths)}</style></head><body>
<div class="bar"><button type="button">Imprimir</button><p>También puede guardarlo como PDF desde la ventana de impresión.</p></div>`;
  yield headOf(sheet, { rows, isCut });
  if (summary) yield await summaryOf(summary);
  if (rows.length === 0) yield '<p>No hay filas.</p>';
  else yield* tableOf(sheet, cells, isCut ? '' : totalsOf(columns, rows));
  if (isCut) yield restOf(rows.length);
  yield `<script nonce="${nonce}">document.querySelector('button').onclick=()=>print();addEventListener('load',()=>print())</script></body></html>`;
}

/** Every cell as people read it. */
async function readCells(columns: readonly SheetColumn[], rows: readonly Row[]): Promise<string[][]> {
  const cells: string[][] = [];
  for (const row of rows) {
    cells.push(columns.map((column, place) => valueText(column, row[place])));
    if (cells.length % ROWS_PER_TURN === 0) await nextTurn();
  }
  return cells;
}

const text = (value: string) => escapeHtml(toCellText(value));

function headOf({ title, organisation, parameters, asOf, generatedAt, generatedBy }: Sheet, { rows, isCut }: PaperRows): string {
  const fresh = asOf ? `Datos al ${formatDateTimeSeconds(asOf)}. ` : '';
  const asked = parameters.map(([label, value]) => `<div><dt>${text(label)}:</dt><dd>${text(value)}</dd></div>`).join('');
  return `<header>${organisation ? `<p class="owner">${text(organisation)}</p>` : ''}<h1>${text(title)}</h1>
${asked === '' ? '' : `<dl class="asked">${asked}</dl>`}
<p class="made">${fresh}Impreso el ${formatDateTimeSeconds(generatedAt)} por ${text(generatedBy)}. ${isCut ? '' : `${countOf(rows.length, 'fila', 'filas')}.`}</p>
${isCut ? restOf(rows.length) : ''}</header>`;
}

function restOf(count: number): string {
  return `<p class="rest">Aquí están las primeras ${formatCount(count)} filas; hay más. El archivo de Excel las contiene todas.</p>`;
}

async function summaryOf({ figures, drawings }: SheetSummary): Promise<string> {
  const boxes = figures.map(
    ({ label, value, note }) => `<div><dt>${text(label)}</dt><dd>${text(value)}<small>${text(note)}</small></dd></div>`,
  );
  // As pictures they can neither run nor load anything.
  const drawn = ((await drawings?.()) ?? []).map(
    ({ title, svg }) =>
      `<figure><figcaption>${text(title)}</figcaption><img alt="" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"></figure>`,
  );
  return `<dl class="figures">${boxes.join('')}</dl>${drawn.join('')}`;
}

async function* tableOf({ title, columns }: Sheet, cells: readonly (readonly string[])[], totals: string): AsyncGenerator<string> {
  const looks = columns.map(({ kind }) => (standsRight(kind) ? ' class="num"' : ''));
  const heads = columns.map((column, place) => `<th scope="col"${looks[place]}>${text(column.title)}</th>`).join('');
  yield `<div class="rows"><table aria-label="${text(title)}"><colgroup>${'<col>'.repeat(columns.length)}</colgroup><thead><tr>${heads}</tr></thead><tbody>`;
  for (let start = 0; start < cells.length; start += ROWS_PER_TURN) {
    const rows = cells.slice(start, start + ROWS_PER_TURN);
    yield rows.map((row) => `<tr>${row.map((cell, place) => `<td${looks[place]}>${text(cell)}</td>`).join('')}</tr>`).join('\n');
    await nextTurn();
  }
  yield `</tbody>${totals}</table></div>`;
}

/** Of all rows: of some of them it would be taken for the whole. */
function totalsOf(columns: readonly SheetColumn[], rows: readonly Row[]): string {
  if (!columns.some(({ total }) => total)) return '';
  const sumOf = (column: SheetColumn, place: number) =>
    rows.reduce((sum, row) => {
      const value = toPrimitive(row[place], column.kind);
      return typeof value === 'number' ? sum + value : sum;
    }, 0);
  const cells = columns.map((column, place) => {
    if (column.total) return `<td class="num">${totalText(column, sumOf(column, place))}</td>`;
    return place === 0 ? '<th scope="row">Total</th>' : '<td></td>';
  });
  return `<tfoot><tr>${cells.join('')}</tr></tfoot>`;
}

/** Sums of bytes are in megabytes already, as a cell holds them. */
function totalText(column: SheetColumn, sum: number): string {
  return text(valueText(column, column.kind === 'bytes' ? bytesOf(sum) : sum));
}
