import { SaxesParser } from 'saxes';
import { cannotShow } from './cannot-show.ts';

/** Callbacks for markup; names come without their prefix. */
export interface MarkupReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Parses markup in chunks and yields the reader after each, so that its results can be taken. Entities defined by the document
 * are not supported, so none can expand. Errors: `unsupported-type`.
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
