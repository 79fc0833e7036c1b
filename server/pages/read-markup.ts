import { SaxesParser } from 'saxes';
import { cannotShow } from './cannot-show.ts';

/** What a reader of markup wants to know; names come without their prefix. */
export interface MarkupReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Parses markup that arrives in pieces, and gives the reader back after each, for what came of it to be taken. Entities that
 * a document defines itself are not known here, so none can grow. Errors: `unsupported-type`.
 */
export async function* readMarkup<Reader extends MarkupReader>(pieces: AsyncIterable<string>, reader: Reader): AsyncGenerator<Reader> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => reader.open?.(localName(name), attributes));
  parser.on('text', (text) => reader.text?.(text));
  parser.on('closetag', ({ name }) => reader.close?.(localName(name)));
  for await (const piece of pieces) {
    try {
      parser.write(piece);
    } catch (error) {
      throw cannotShow('El archivo está dañado y no se puede leer.', 'markup cannot be parsed', error);
    }
    yield reader;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
