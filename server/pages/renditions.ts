import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DocumentContent, PageWidth } from '../domain/document-content.ts';
import { AppError } from '../domain/errors.ts';
import { deleteByPrefix, type FileStore } from '../ports/files/file-store.ts';
import type { Log } from '../platform/log/log.ts';
import { renditionPrefix, type StoredPages } from './stored-pages.ts';

/** How a file is shown, with the positions of its parts. */
export interface StoredDescription {
  content: DocumentContent;
  /** Where each part ends within the stored parts, in bytes. */
  ends: readonly number[];
}

/**
 * Pages, tables and texts in a store of their own, under keys made of the content's identity: a content is rendered once for
 * all files and processes. The content of a key never changes, so concurrent writers write the same.
 */
export interface Renditions {
  description(identity: string): Promise<StoredDescription | null>;
  putDescription(identity: string, description: StoredDescription): Promise<void>;
  page(identity: string, page: number, width: PageWidth): Promise<Buffer | null>;
  putPage(identity: string, page: number, width: PageWidth, picture: Buffer): Promise<void>;
  textOfPage(identity: string, page: number): Promise<string | null>;
  putTextOfPage(identity: string, page: number, text: string): Promise<void>;
  /** Bytes `start` to `end`, both inclusive, of the parts of a text or table. */
  part(identity: string, start: number, end: number): Promise<string | null>;
  /** @throws when they cannot be stored, because they exist nowhere else */
  putParts(identity: string, location: string): Promise<void>;
  /** Removes everything rendered from a content. */
  remove(identity: string): Promise<void>;
}

export function createRenditions({ drawn, kept, log }: { drawn: FileStore; kept: StoredPages; log: Log }): Renditions {
  const key = (identity: string, what: string) => renditionPrefix(identity) + what;

  async function read(name: string, range?: { start: number; end: number }): Promise<Buffer | null> {
    try {
      return await buffer(await drawn.open(name, range));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    }
  }

  /** Best effort: content that could not be stored is rendered again. */
  async function storeBestEffort(identity: string, what: string, content: Buffer | string, contentType: string): Promise<void> {
    const bytes = Buffer.from(content);
    try {
      if (await kept.isFull()) return;
      await kept.add(identity, bytes.length);
      await drawn.put(key(identity, what), Readable.from([bytes], { objectMode: false }), { contentType });
    } catch (error) {
      log.warn({ err: error, identity, what }, 'rendition not kept');
    }
  }

  const pageName = (page: number, width: PageWidth) => `p${page}-w${width}.webp`;
  return {
    async description(identity) {
      const found = await read(key(identity, 'descripcion.json'));
      return found && (JSON.parse(found.toString()) as StoredDescription);
    },
    putDescription: (identity, description) =>
      storeBestEffort(identity, 'descripcion.json', JSON.stringify(description), 'application/json'),
    page: (identity, page, width) => read(key(identity, pageName(page, width))),
    putPage: (identity, page, width, picture) => storeBestEffort(identity, pageName(page, width), picture, 'image/webp'),
    textOfPage: async (identity, page) => (await read(key(identity, `p${page}.txt`)))?.toString() ?? null,
    putTextOfPage: (identity, page, text) => storeBestEffort(identity, `p${page}.txt`, text, 'text/plain'),
    part: async (identity, start, end) =>
      end < start ? '' : ((await read(key(identity, 'partes.txt'), { start, end }))?.toString() ?? null),
    async putParts(identity, location) {
      await kept.add(identity, 0);
      await drawn.put(key(identity, 'partes.txt'), createReadStream(location), { contentType: 'text/plain' });
    },
    async remove(identity) {
      await deleteByPrefix(drawn, renditionPrefix(identity));
      await kept.forget(identity);
    },
  };
}
