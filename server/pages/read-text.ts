import type { TextContent } from '../domain/document-content.ts';
import { decodeText } from './decode-text.ts';
import { PartWriter } from './part-writer.ts';
import { TextCutter } from './text-cutter.ts';

/** Cuts a text into parts. @returns its content description, and where each part ends in the file at `target` */
export async function readText(
  pieces: AsyncIterable<string>,
  target: string,
  isWhole: boolean,
): Promise<{ content: TextContent; ends: number[] }> {
  let isComplete = isWhole;
  const ends = await PartWriter.fill(target, async (parts) => {
    const cutter = new TextCutter(parts);
    for await (const piece of pieces) {
      await cutter.add(piece);
      if (!cutter.isComplete) break;
    }
    await cutter.end();
    isComplete &&= cutter.isComplete;
  });
  return { content: { form: 'text', parts: ends.length, isComplete }, ends };
}

/** A plain text, or the source of an HTML page or drawing. */
export function readPlainText(location: string, target: string, isWhole: boolean) {
  return readText(decodeText(location), target, isWhole);
}
