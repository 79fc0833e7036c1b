import { createWriteStream } from 'node:fs';
import { devNull } from 'node:os';
import ExcelJS from 'exceljs';
import type { ColumnKind, Row, Sheet } from '#server/workbooks/sheet.ts';
import { writeXlsx } from '#server/workbooks/xlsx.ts';

/**
 * One export in a process of its own, so that its memory can be measured: `workbook-export.ts portal|bare <rows>` prints `{"ms",
 * "grownMb"}`. Both kinds write the same values to a sink.
 */
const KINDS: readonly ColumnKind[] = ['text', 'text', 'integer', 'money', 'datetime', 'text'];
const WARM_UP_ROWS = 2_000;
const BATCH_ROWS = 500;
const SAMPLE_EVERY_MS = 10;

const SHEET: Sheet = {
  title: 'Descargas por archivo',
  name: 'Descargas',
  parameters: [['Desde', '01/01/2026']],
  columns: KINDS.map((kind, index) => ({ title: `Columna ${index + 1}`, kind, total: kind === 'money' })),
  generatedAt: new Date('2026-11-19T12:00:00Z'),
  generatedBy: 'Bench',
};

async function* batches(rows: number): AsyncGenerator<Row[]> {
  for (let start = 0; start < rows; start += BATCH_ROWS) {
    yield await Promise.resolve(Array.from({ length: Math.min(BATCH_ROWS, rows - start) }, (_, index) => rowOf(start + index)));
  }
}

function rowOf(number: number): Row {
  return [
    `usuario ${number % 120}`,
    `Contrato de crédito ${number}.pdf`,
    number,
    number * 1.25,
    new Date(1_760_000_000_000 + number * 60_000),
    `Agencia ${number % 40}`,
  ];
}

async function exportAsPortal(rows: number): Promise<void> {
  await writeXlsx(createWriteStream(devNull), SHEET, batches(rows));
}

/** A plain exceljs export: no formats, no totals, no back-pressure. */
async function exportBare(rows: number): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream: createWriteStream(devNull),
    useStyles: false,
    useSharedStrings: false,
  });
  const sheet = workbook.addWorksheet('Descargas');
  for await (const batch of batches(rows)) for (const row of batch) sheet.addRow([...row]).commit();
  sheet.commit();
  await workbook.commit();
}

const run = process.argv[2] === 'bare' ? exportBare : exportAsPortal;
const rows = Number(process.argv[3]);
await run(WARM_UP_ROWS);
const before = process.memoryUsage.rss();
let peak = before;
const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_EVERY_MS);
const startedAt = performance.now();
await run(rows);
const ms = performance.now() - startedAt;
clearInterval(sampling);
peak = Math.max(peak, process.memoryUsage.rss());
process.stdout.write(`${JSON.stringify({ ms, grownMb: (peak - before) / 1e6 })}\n`);
