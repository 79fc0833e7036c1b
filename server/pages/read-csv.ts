import type { TableContent, TableRow } from '../domain/document-content.ts';
import { CsvRows, findSeparator } from './csv-rows.ts';
import { decodeText } from './decode-text.ts';
import { PartWriter } from './part-writer.ts';
import { TableCutter } from './table-cutter.ts';

/** A CSV as table parts. */
export async function readCsv(location: string, target: string, isWhole: boolean): Promise<{ content: TableContent; ends: number[] }> {
  let content: TableContent = { form: 'table', parts: [], isComplete: isWhole };
  const ends = await PartWriter.fill(target, async (parts) => {
    const table = new TableCutter(parts);
    await copyRows(location, table);
    await table.end();
    content = { form: 'table', parts: table.described, isComplete: isWhole && table.isComplete };
  });
  return { content, ends };
}

async function copyRows(location: string, table: TableCutter): Promise<void> {
  for await (const row of rowsOfCsv(location)) if (!(await table.add(row))) return;
}

/** Non-blank rows with their numbers. @param letters kept characters per cell */
export async function* rowsOfCsv(location: string, letters?: number): AsyncGenerator<TableRow> {
  let rows: CsvRows | null = null;
  let number = 0;
  const filled = function* (found: Iterable<string[]>): Generator<TableRow> {
    for (const cells of found) {
      number += 1;
      const isBlank = cells.every((cell) => cell === '') || (number === 1 && cells[0]?.startsWith('sep='));
      if (!isBlank) yield { number, cells };
    }
  };
  for await (const piece of decodeText(location)) {
    rows ??= new CsvRows(findSeparator(piece), letters);
    yield* filled(rows.read(piece));
  }
  if (rows) yield* filled(rows.end());
}
