import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DocumentContent, PageWidth } from '../domain/document-content.ts';
import { AppError } from '../domain/errors.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Log } from '../platform/log.ts';

/** Part of every key: what an earlier form of pages or descriptions left is not found any more. */
export const RENDITION_FORMAT = 'paginas1';

/** What a file is shown as, with the places of its parts. */
export interface StoredDescription {
  content: DocumentContent;
  /** Where each part ends among the parts, bytes. */
  ends: readonly number[];
}

/**
 * Pages, tables and texts kept beside the files, under keys made of the content's identity: the same content is made once, for all
 * files and all processes. A key's content never changes, so two who write it at once write the same.
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
  /** @throws when they cannot be kept: nowhere else are they */
  putParts(identity: string, location: string): Promise<void>;
}

export function createRenditions(files: FileStore, log: Log): Renditions {
  const key = (identity: string, what: string) => `${RENDITION_FORMAT}-${identity}-${what}`;

  async function read(name: string, range?: { start: number; end: number }): Promise<Buffer | null> {
    try {
      return await buffer(await files.open(name, range));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    }
  }

  /** Best effort: what could not be kept is made again. */
  async function keep(name: string, content: Buffer | string, contentType: string): Promise<void> {
    await files.put(name, Readable.from([Buffer.from(content)], { objectMode: false }), { contentType }).catch((error: unknown) => {
      log.warn({ err: error, key: name }, 'rendition not kept');
    });
  }

  const pageKey = (identity: string, page: number, width: PageWidth) => key(identity, `p${page}-w${width}.webp`);
  const textKey = (identity: string, page: number) => key(identity, `p${page}.txt`);
  return {
    async description(identity) {
      const found = await read(key(identity, 'descripcion.json'));
      return found && (JSON.parse(found.toString()) as StoredDescription);
    },
    putDescription: (identity, description) => keep(key(identity, 'descripcion.json'), JSON.stringify(description), 'application/json'),
    page: (identity, page, width) => read(pageKey(identity, page, width)),
    putPage: (identity, page, width, picture) => keep(pageKey(identity, page, width), picture, 'image/webp'),
    textOfPage: async (identity, page) => (await read(textKey(identity, page)))?.toString() ?? null,
    putTextOfPage: (identity, page, text) => keep(textKey(identity, page), text, 'text/plain'),
    part: async (identity, start, end) =>
      end < start ? '' : ((await read(key(identity, 'partes.txt'), { start, end }))?.toString() ?? null),
    putParts: (identity, location) => files.put(key(identity, 'partes.txt'), createReadStream(location), { contentType: 'text/plain' }),
  };
}
