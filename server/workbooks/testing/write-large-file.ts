import { createWriteStream } from 'node:fs';
import type { ExportFormat, Row, Sheet } from '../sheet.ts';
import { writeSheet } from '../write-sheet.ts';

/** Writes a sheet as a job does, in a process of its own: `write-large-file.ts <file> <format> <rows>`; each row has 2 KB. */
const [file = '', format, count] = process.argv.slice(2);
const SHEET: Sheet = {
  title: 'Descargas',
  name: 'Descargas',
  parameters: [],
  columns: [
    { title: 'Número', kind: 'integer' },
    { title: 'Texto', kind: 'text' },
  ],
  generatedAt: new Date('2026-11-20T04:30:04Z'),
  generatedBy: 'Ana Morales',
};
const BATCH_ROWS = 100;

async function* rows(): AsyncGenerator<Row[]> {
  for (let start = 0; start < Number(count); start += BATCH_ROWS) {
    // Random text: small, well-compressed output would hide what is kept in memory.
    yield await Promise.resolve(Array.from({ length: BATCH_ROWS }, (_unused, index) => [start + index, randomText()]));
  }
}

function randomText(): string {
  let text = '';
  while (text.length < 2_000) text += Math.random().toString(36);
  return text;
}

const written = await writeSheet(createWriteStream(file), format as ExportFormat, SHEET, rows());
process.stdout.write(JSON.stringify({ ...written, peakMb: process.resourceUsage().maxRSS / 1024 }));
