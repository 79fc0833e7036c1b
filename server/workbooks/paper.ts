import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatDateTimeSeconds } from '../domain/dates.ts';
import { countOf, formatCount, joinWithAnd } from '../domain/text.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { bytesOf, toCellText, toPrimitive } from './cells.ts';
import { isRightAligned } from './layout.ts';
import { isShortHeading, PaperFit, piecesOf, type PaperColumns } from './paper-columns.ts';
import { paperStyle } from './paper-style.ts';
import { headLines, type Row, type RowBatches, type Sheet, type SheetColumn, type SheetSummary } from './sheet.ts';
import { valueText } from './value-text.ts';

/** About a hundred pages: nobody reads more on paper, and a browser takes minutes to lay it out. */
const PAPER_ROWS_MAX = 5_000;

/** Rows per turn of the event loop: about a millisecond of work. */
const ROWS_PER_TURN = 50;

export interface PaperRows {
  rows: readonly Row[];
  /** There are more rows than are printed. */
  isCut: boolean;
}

/** Collects the rows up front, so that the page's header can say whether they are complete. Stops reading when there are too many. */
export async function collectForPaper(batches: RowBatches, max = PAPER_ROWS_MAX): Promise<PaperRows> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length > max) return { rows: rows.slice(0, max), isCut: true };
  }
  return { rows, isCut: false };
}

/**
 * A sheet as an HTML page for printing, piece by piece: organisation, parameters and time, headline numbers, drawings, and every row under
 * a header repeated on each page. Opens the print dialog by itself.
 * @param nonce of the response's policy, for its style and its script
 */
export async function* paperOf(sheet: Sheet, { rows, isCut }: PaperRows, nonce: string): AsyncGenerator<string> {
  const { title, summary } = sheet;
  const totals = isCut ? null : totalsOf(sheet.columns, rows);
  const { cells, fit } = await readCells(sheet.columns, rows, totals);
  yield `<!doctype html><html lang="es-GT"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title><style nonce="${nonce}">${paperStyle(title, fit)}</style></head><body>
<div class="bar"><button type="button">Imprimir</button><p>También puede guardarlo como PDF desde la ventana de impresión.</p></div>`;
  yield headOf(sheet, { rows, isCut }, fit.left);
  if (summary) yield await summaryOf(summary);
  if (rows.length === 0) yield '<p>No hay filas.</p>';
  else yield* tableOf(sheet, { cells, totals, fit });
  if (isCut) yield restOf(rows.length);
  yield `<script nonce="${nonce}">document.querySelector('button').onclick=()=>print();addEventListener('load',()=>print())</script></body></html>`;
}

interface PaperTable {
  /** All columns, as displayed text. */
  cells: readonly (readonly string[])[];
  /** null without totals. */
  totals: readonly string[] | null;
  fit: PaperColumns;
}

async function readCells(columns: readonly SheetColumn[], rows: readonly Row[], totals: PaperTable['totals']) {
  const cells: string[][] = [];
  const fit = new PaperFit(columns);
  if (totals) fit.add(totals);
  for (const row of rows) {
    const read = columns.map((column, place) => toCellText(valueText(column, row[place])));
    cells.push(read);
    fit.add(read);
    if (cells.length % ROWS_PER_TURN === 0) await nextTurn();
  }
  return { cells, fit: fit.fit() };
}

const text = (value: string) => escapeHtml(toCellText(value));

/** HTML of a text that wraps only where `piecesOf` allows. */
function brokenText(value: string): string {
  let html = '';
  let end = ' ';
  for (const { text: piece, isKept } of piecesOf(value)) {
    if (!/\s$/.test(end) && !/^\s/.test(piece)) html += '<wbr>';
    // Browsers break only at these characters.
    html += isKept && /[\s\-–—/?]/.test(piece) ? `<span>${escapeHtml(piece)}</span>` : escapeHtml(piece);
    end = piece;
  }
  return html;
}

const headingText = (title: string) => (isShortHeading(title) ? `<span>${escapeHtml(title)}</span>` : brokenText(title));

function headOf(
  { title, organisation, parameters, scope, asOf, generatedAt, generatedBy }: Sheet,
  { rows, isCut }: PaperRows,
  omittedTitles: readonly string[],
): string {
  const fresh = asOf ? `Datos al ${formatDateTimeSeconds(asOf)}. ` : '';
  const parameterItems = headLines({ parameters, scope })
    .map(([label, value]) => `<div><dt>${text(label)}:</dt><dd>${text(value)}</dd></div>`)
    .join('');
  return `<header>${organisation ? `<p class="owner">${text(organisation)}</p>` : ''}<h1>${text(title)}</h1>
${parameterItems === '' ? '' : `<dl class="asked">${parameterItems}</dl>`}
<p class="made">${fresh}Impreso el ${formatDateTimeSeconds(generatedAt)} por ${text(generatedBy)}. ${isCut ? '' : `${countOf(rows.length, 'fila', 'filas')}.`}</p>
${isCut ? restOf(rows.length) : ''}${omittedTitles.length > 0 ? omittedNote(omittedTitles) : ''}</header>`;
}

function restOf(count: number): string {
  return `<p class="rest">Aquí están las primeras ${formatCount(count)} filas; hay más. El archivo de Excel las contiene todas.</p>`;
}

function omittedNote(titles: readonly string[]): string {
  const [fits, it] = titles.length === 1 ? ['No cabe la columna', 'la'] : ['No caben las columnas', 'las'];
  return `<p class="rest">${fits} ${text(joinWithAnd(titles.map((title) => `«${title}»`)))} en este papel. El archivo de Excel ${it} contiene.</p>`;
}

async function summaryOf({ figures, drawings }: SheetSummary): Promise<string> {
  const boxes = figures.map(
    ({ label, value, note }) => `<div><dt>${text(label)}</dt><dd>${text(value)}<small>${brokenText(toCellText(note))}</small></dd></div>`,
  );
  // As images they can neither run nor load anything.
  const drawn = ((await drawings?.()) ?? []).map(
    ({ title, svg }) =>
      `<figure><figcaption>${text(title)}</figcaption><img alt="" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"></figure>`,
  );
  return `<dl class="figures">${boxes.join('')}</dl>${drawn.join('')}`;
}

async function* tableOf({ title, columns }: Sheet, { cells, totals, fit }: PaperTable): AsyncGenerator<string> {
  const shown = fit.shown.flatMap((place, at) => {
    const column = columns[place];
    if (!column) return [];
    const look = isRightAligned(column.kind) ? ' class="num"' : '';
    return [{ title: column.title, place, look, shownAs: fit.unbroken[at] ? escapeHtml : brokenText }];
  });
  const heads = shown.map((column) => `<th scope="col"${column.look}>${headingText(toCellText(column.title))}</th>`).join('');
  yield `<div class="rows"><table aria-label="${text(title)}"><colgroup>${'<col>'.repeat(shown.length)}</colgroup><thead><tr>${heads}</tr></thead><tbody>`;
  for (let start = 0; start < cells.length; start += ROWS_PER_TURN) {
    const rows = cells.slice(start, start + ROWS_PER_TURN);
    yield rows
      .map((row) => `<tr>${shown.map(({ place, look, shownAs }) => `<td${look}>${shownAs(row[place] ?? '')}</td>`).join('')}</tr>`)
      .join('\n');
    await nextTurn();
  }
  yield '</tbody>';
  if (totals) {
    const sums = shown.map(({ place, look }, at) =>
      at === 0 && totals[place] === ''
        ? '<th scope="row">Total</th>'
        : `<td${totals[place] === '' ? '' : look}>${escapeHtml(totals[place] ?? '')}</td>`,
    );
    yield `<tfoot><tr>${sums.join('')}</tr></tfoot>`;
  }
  yield '</table></div>';
}

/** Totals of all rows (partial ones would be mistaken for them); null if no column has a total. */
function totalsOf(columns: readonly SheetColumn[], rows: readonly Row[]): string[] | null {
  if (!columns.some(({ total }) => total)) return null;
  return columns.map((column, place) => {
    if (!column.total) return '';
    const sum = rows.reduce((most, row) => {
      const value = toPrimitive(row[place], column.kind);
      return typeof value === 'number' ? most + value : most;
    }, 0);
    // Sums of bytes are in megabytes already, as in cells.
    return valueText(column, column.kind === 'bytes' ? bytesOf(sum) : sum);
  });
}
