import { createReadStream } from 'node:fs';
import { charsetMarked, type TextHead } from '../ports/files/text-head.ts';

/** Decodes a text file in chunks, by the charset its bytes suggest: programs here still write Windows-1252 and UTF-16. */
export async function* decodeText(location: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await findCharset(location));
  for await (const chunk of createReadStream(location) as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** UTF-8 unless any byte of the whole file contradicts it: the first accent may be on page forty. */
async function findCharset(location: string): Promise<TextHead['charset']> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(location) as AsyncIterable<Buffer>) {
      const marked = isFirst ? charsetMarked(chunk) : null;
      if (marked) return marked;
      isFirst = false;
      decoder.decode(chunk, { stream: true });
    }
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}
