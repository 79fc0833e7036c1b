import { open } from 'node:fs/promises';
import { FULL_WIDTH, type DocumentContent, type DocumentPart, type PageWidth, type TableRow } from '../domain/document-content.ts';
import { AppError } from '../domain/errors.ts';
import { fileTypeOfContent } from '../domain/file-types.ts';
import type { FileStore } from '../ports/files/file-store.ts';
import { InFlight } from '../platform/limits/in-flight.ts';
import { createIsolatedPool } from '../platform/isolation/isolated-pool.ts';
import type { LossReason, ProcessLost } from '../platform/isolation/isolated-process.ts';
import type { Log } from '../platform/log/log.ts';
import { createRateLimiter, type RateLimitStore } from '../platform/limits/rate-limits.ts';
import { RecentMap } from '../platform/recent-map.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { cannotShow } from './cannot-show.ts';
import { readerOf } from './choose-reader.ts';
import type { Original } from './original.ts';
import { createOriginals, ORIGINALS } from './originals.ts';
import { partsLocation, type Described, type ReadSheet, type Rendered, type RenderJob, type RowLine } from './render-job.ts';
import { createStoredPages } from './stored-pages.ts';
import { createRenditions, type StoredDescription } from './renditions.ts';

/**
 * Stored files as page images, tables and texts, so that viewing one never hands over its bytes. They are rendered in
 * isolated processes, once per content, and kept while they are used.
 */
export interface DocumentPages {
  /**
   * How a file is shown; if it cannot be shown, the reason. Errors: those of `original.open`; `backend-failed` (other bytes than
   * were stored), `too-many-requests`, `unavailable`.
   */
  describe(original: Original): Promise<DocumentContent>;
  /**
   * The image of a page, WEBP. @param page from 1. Errors as `describe`; `not-found` beyond the last page, `unsupported-type`
   * (no pages, or a damaged one), `too-large` (exceeds its deadline or memory limit).
   */
  drawPage(original: Original, page: number, width: PageWidth): Promise<Buffer>;
  /** The text of a page, or a part of a text or table. @param part from 1. Errors as `drawPage`. */
  readPart(original: Original, part: number): Promise<DocumentPart>;
  /**
   * The rows of an uploaded spreadsheet, as values. Errors: those of `original.open`, `unsupported-type`, `too-large`,
   * `too-many-requests`, `unavailable`.
   */
  readRows<Result>(original: Original, use: (table: ReadTable) => Promise<Result>): Promise<Result>;
  /** Removes everything rendered from a content, because its document is gone. */
  forget(identity: string): Promise<void>;
  /** The hourly clean-up of kept pages. @returns how many contents it removed */
  tidy(options?: { now?: Date; signal?: AbortSignal }): Promise<number>;
  close(): Promise<void>;
}

/** Rows are read lazily. */
export interface ReadTable {
  sheets: readonly ReadSheet[];
  rows: AsyncIterable<RowLine>;
}

/** Pages and page texts that may be rendered for one person per hour: nobody reads so many. Kept ones do not count. */
const DRAWN_PER_HOUR = 3_000;
const HOUR_S = 3_600;
const PROCESSES = 2;
const HEAP_MB = 256;
const RESIDENT_MB = 1_200;
/** A page takes a tenth of a second, a bad one two. */
const DEADLINE_MS = 10_000;
/** Opening a document of a hundred pages requests as many thumbnails. */
const MAX_WAITING = { total: 500, perOwner: 150 };
const IDLE_MS = 600_000;
const KNOWN_MAX = 2_000;
/** How long a file that broke its process is not retried. */
const REFUSED_MS = 600_000;

export interface DocumentPagesOptions {
  /** Where rendered pages are kept. */
  drawn: FileStore;
  /** Where earlier versions kept them. */
  files: FileStore;
  sql: Pick<Sql, 'query'>;
  rateLimitStore: RateLimitStore;
  log: Log;
  deadlineMs?: number;
  drawnPerHour?: number;
  maxKeptBytes?: number;
}

export function createDocumentPages(options: DocumentPagesOptions): DocumentPages {
  return new RenderedPages(options);
}

class RenderedPages implements DocumentPages {
  readonly #pool;
  readonly #originals = createOriginals();
  readonly #kept;
  readonly #renditions;
  readonly #drawn;
  readonly #known = new RecentMap<StoredDescription>(KNOWN_MAX);
  readonly #refused = new RecentMap<{ error: AppError; until: number }>(KNOWN_MAX);
  readonly #describing = new InFlight<StoredDescription>();
  readonly #drawing = new InFlight<Buffer>();
  readonly #reading = new InFlight<string>();

  constructor({ drawn, files, sql, rateLimitStore, log, deadlineMs = DEADLINE_MS, ...limits }: DocumentPagesOptions) {
    this.#kept = createStoredPages({ drawn, files, sql, log, ...(limits.maxKeptBytes && { maxBytes: limits.maxKeptBytes }) });
    this.#renditions = createRenditions({ drawn, kept: this.#kept, log });
    this.#drawn = createRateLimiter(
      { rateLimitStore, log },
      { name: 'pages-drawn', points: limits.drawnPerHour ?? DRAWN_PER_HOUR, durationSeconds: HOUR_S, whenStoreIsDown: 'allow' },
    );
    this.#pool = createIsolatedPool<RenderJob, Rendered>({
      name: 'document-pages',
      script: new URL('./render-jobs.ts', import.meta.url),
      processes: PROCESSES,
      heapMb: HEAP_MB,
      maxResidentMb: RESIDENT_MB,
      access: { read: [ORIGINALS], write: [ORIGINALS], addons: true },
      deadlineMs,
      maxWaiting: MAX_WAITING,
      idleMs: IDLE_MS,
      refusal: explainLoss,
      log,
    });
  }

  async describe(original: Original): Promise<DocumentContent> {
    return describeByType(original.contentType) ?? (await this.#description(original)).content;
  }

  async drawPage(original: Original, page: number, width: PageWidth): Promise<Buffer> {
    const content = await this.describe(original);
    if (content.form !== 'pages') throw notInThisForm(content, 'Este archivo no se muestra por páginas.');
    requireWithin(page, content.pages, 'página');
    const { identity } = original;
    return this.#drawing.once(`${identity} ${page} ${width}`, async () => {
      const storedPage = await this.#renditions.page(identity, page, width);
      if (storedPage) return storedPage;
      const { contentType } = original;
      const rendered = await this.#render(original, `${page} ${width}`, (location) => ({
        verb: 'page',
        location,
        contentType,
        page,
        width,
      }));
      if (!('picture' in rendered)) throw new Error('no picture came of a page');
      await this.#renditions.putPage(identity, page, width, rendered.picture);
      return rendered.picture;
    });
  }

  async readPart(original: Original, part: number): Promise<DocumentPart> {
    const content = await this.describe(original);
    if (content.form === 'pages') {
      requireWithin(part, content.pages, 'página');
      return { form: 'text', text: content.hasText ? await this.#textOfPage(original, part) : '' };
    }
    if (content.form !== 'text' && content.form !== 'table') throw notInThisForm(content, 'Este archivo no tiene texto.');
    requireWithin(part, content.form === 'text' ? content.parts : content.parts.length, 'parte');
    const text = await this.#part(original, part);
    if (content.form === 'text') return { form: 'text', text };
    return { form: 'table', sheet: content.parts[part - 1]?.sheet ?? '', rows: JSON.parse(text) as TableRow[] };
  }

  readRows<Result>(original: Original, use: (table: ReadTable) => Promise<Result>): Promise<Result> {
    return this.#pool.inTurn(original.owner, (perform) =>
      this.#originals.use(original, async ({ location }) => {
        const rendered = await perform({ verb: 'rows', location });
        if (!('sheets' in rendered)) throw new Error('no rows came of a spreadsheet');
        return use({ sheets: rendered.sheets, rows: linesOf(partsLocation(location)) });
      }),
    );
  }

  async close(): Promise<void> {
    await this.#pool.close();
    await this.#originals.close();
  }

  async forget(identity: string): Promise<void> {
    this.#known.delete(identity);
    await this.#renditions.remove(identity);
  }

  tidy(options?: { now?: Date; signal?: AbortSignal }): Promise<number> {
    return this.#kept.tidy(options);
  }

  #description(original: Original): Promise<StoredDescription> {
    const { identity } = original;
    this.#kept.noteUse(identity);
    return this.#describing.once(identity, async () => {
      const known = this.#known.get(identity) ?? (await this.#renditions.description(identity));
      if (!known) return this.#tryToDescribe(original);
      this.#known.set(identity, known);
      return known;
    });
  }

  /** A file that cannot be described is shown as nothing, with the reason. */
  async #tryToDescribe(original: Original): Promise<StoredDescription> {
    try {
      return await this.#unlessRefused(`${original.identity} description`, () => this.#describe(original));
    } catch (error) {
      if (isRefusal(error)) return { content: { form: 'none', reason: error.userMessage }, ends: [] };
      throw error;
    }
  }

  async #describe(original: Original): Promise<StoredDescription> {
    const { identity, contentType } = original;
    return this.#pool.inTurn(original.owner, (perform) =>
      this.#originals.use(original, async ({ location, isWhole }) => {
        const rendered = await perform({ verb: 'describe', location, contentType, isWhole });
        if (!('described' in rendered)) throw new Error('no description came of a file');
        return this.#keep(identity, location, rendered.described);
      }),
    );
  }

  /** Stores the parts first: a stored description implies stored parts. */
  async #keep(identity: string, location: string, { content, ends, firstPage }: Described): Promise<StoredDescription> {
    if (ends.length > 0) await this.#renditions.putParts(identity, partsLocation(location));
    const description = { content, ends };
    await Promise.all([
      firstPage && this.#renditions.putPage(identity, 1, FULL_WIDTH, firstPage),
      this.#renditions.putDescription(identity, description),
    ]);
    return description;
  }

  #textOfPage(original: Original, page: number): Promise<string> {
    const { identity } = original;
    return this.#reading.once(`${identity} ${page}`, async () => {
      const storedText = await this.#renditions.textOfPage(identity, page);
      if (storedText !== null) return storedText;
      const rendered = await this.#render(original, `${page} text`, (location) => ({ verb: 'text', location, page }));
      if (!('text' in rendered)) throw new Error('no text came of a page');
      await this.#renditions.putTextOfPage(identity, page, rendered.text);
      return rendered.text;
    });
  }

  async #part(original: Original, part: number): Promise<string> {
    const read = async () => {
      const { ends } = await this.#description(original);
      return this.#renditions.part(original.identity, ends[part - 2] ?? 0, (ends[part - 1] ?? 0) - 1);
    };
    const storedPart = await read();
    // Another process removed them after this one learnt where they are: render them again.
    if (storedPart === null) this.#known.delete(original.identity);
    const text = storedPart ?? (await read());
    if (text === null)
      throw new AppError('unavailable', 'parts of a file are gone', { userMessage: 'El texto no está disponible. Intente de nuevo.' });
    return text;
  }

  #render(original: Original, what: string, job: (location: string) => RenderJob): Promise<Rendered> {
    return this.#unlessRefused(`${original.identity} ${what}`, async () => {
      await this.#drawn.consume(original.owner);
      return this.#pool.inTurn(original.owner, (perform) => this.#originals.use(original, ({ location }) => perform(job(location))));
    });
  }

  /** Work refused because of its file is not retried for a while: it may have cost a process its ten seconds. */
  async #unlessRefused<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const refused = this.#refused.get(key);
    if (refused && refused.until > Date.now()) throw refused.error;
    try {
      return await work();
    } catch (error) {
      if (isRefusal(error)) this.#refused.set(key, { error, until: Date.now() + REFUSED_MS });
      throw error;
    }
  }
}

async function* linesOf(location: string): AsyncGenerator<RowLine> {
  const file = await open(location, 'r');
  for await (const line of file.readLines()) yield JSON.parse(line) as RowLine;
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'too-large' || error.code === 'unsupported-type');
}

/** Cases decided without reading the bytes: types that browsers play, and types without a reader. */
function describeByType(contentType: string): DocumentContent | null {
  const type = fileTypeOfContent(contentType);
  if (!type) return null;
  if (type.reader === 'audio' || type.reader === 'video') return { form: 'media', kind: type.reader };
  try {
    readerOf(type);
    return null;
  } catch (error) {
    if (error instanceof AppError) return { form: 'none', reason: error.userMessage };
    throw error;
  }
}

function requireWithin(number: number, last: number, noun: string): void {
  if (number >= 1 && number <= last) return;
  throw new AppError('not-found', `part ${number} of ${last}`, { userMessage: `El archivo no tiene esa ${noun}.` });
}

function notInThisForm(content: DocumentContent, sentence: string): AppError {
  return cannotShow(content.form === 'none' ? content.reason : sentence);
}

const LOSSES: Partial<Record<LossReason, string>> = {
  deadline: 'El archivo tarda demasiado en prepararse y el portal no puede mostrarlo.',
  memory: 'El archivo necesita demasiada memoria y el portal no puede mostrarlo.',
};

function explainLoss(lost: ProcessLost): AppError {
  const userMessage = LOSSES[lost.reason];
  return userMessage === undefined
    ? cannotShow('El archivo está dañado y el portal no puede mostrarlo.', lost.message, lost)
    : new AppError('too-large', lost.message, { userMessage, cause: lost });
}
