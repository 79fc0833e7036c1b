import type { TableContent } from '../domain/document-content.ts';
import { CsvRows, findSeparator } from './csv-rows.ts';
import { decodeText } from './decode-text.ts';
import { PartWriter } from './part-writer.ts';
import { TableCutter } from './table-cutter.ts';

/** A table of separated values, in parts. */
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
  let rows: CsvRows | null = null;
  let number = 0;
  const copy = async (found: Iterable<string[]>): Promise<boolean> => {
    for (const cells of found) {
      number += 1;
      const isBlank = cells.every((cell) => cell === '') || (number === 1 && cells[0]?.startsWith('sep='));
      if (!isBlank && !(await table.add({ number, cells }))) return false;
    }
    return true;
  };
  for await (const piece of decodeText(location)) {
    rows ??= new CsvRows(findSeparator(piece));
    if (!(await copy(rows.read(piece)))) return;
  }
  if (rows) await copy(rows.end());
}
