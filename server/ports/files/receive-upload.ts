import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../../domain/errors.ts';
import type { LocalFile } from './file-store.ts';
import { openToRead } from './open-to-read.ts';
import { withSpooled } from './spool.ts';

export interface ReceivedFile {
  /** The bytes; a broken connection or a broken request makes the stream fail. */
  body: Readable;
  /** The same bytes, if they are already on this disk. */
  settled?: LocalFile | null | undefined;
  /** As named by the sender, without folders; may be ''. */
  fileName: string;
  /** Hash computed by the sender, hexadecimal: other content is refused. */
  sha256?: string | undefined;
}

export interface ReceivedUpload {
  /** Known fields of the request, as text. Unknown fields are ignored. */
  fields: Readonly<Record<string, string>>;
  /** null when the request contains no file. */
  file: ReceivedFile | null;
  /** Resolves when the request has arrived completely and well formed: await it before making anything visible. */
  whole: Promise<void>;
}

export interface ReceiveOptions<Result> {
  /** Whether to read a field of that name; the file's own field is always `file`. */
  isField: (name: string) => boolean;
  /** True when the fields so far suffice to store the file while it arrives; otherwise it is buffered on disk until they come. */
  ready(fields: Readonly<Record<string, string>>): boolean;
  /** Size of the file beyond which the request is refused. */
  maxBytes: number;
  handle(upload: ReceivedUpload): Promise<Result>;
}

const LIMITS = { fieldNameSize: 100, fieldSize: 4096, fields: 60, files: 1, parts: 62, headerPairs: 50, headerSize: 16 * 1024 };
/** Allowance for multipart headers and fields on top of the file's bytes. */
const OVERHEAD_BYTES = 128 * 1024;
const LINGER_MS = 3_000;

/**
 * Reads a multipart request (callers check its type) with some fields and one file, streaming: the file goes to `handle` as it arrives when its fields came before
 * it, else through a temporary file. Leaves nothing behind in any case.
 * Fails with `invalid-input` (malformed, wrong field, two files, interrupted) and `too-large`.
 */
export async function receiveUpload<Result>(request: IncomingMessage, options: ReceiveOptions<Result>): Promise<Result> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > options.maxBytes + OVERHEAD_BYTES) throw tooLarge(options.maxBytes);
  const parser = createParser(request, options.maxBytes);
  const incoming = new IncomingUpload(request, parser, options.maxBytes, options.isField);
  try {
    const arrived = await incoming.start();
    if (!arrived || options.ready(incoming.fields)) {
      return await options.handle({ fields: { ...incoming.fields }, file: arrived, whole: incoming.whole });
    }
    return await withSpooled(arrived.body, async (location) => {
      const { whole, fields } = incoming;
      await whole;
      const body = await openToRead(location);
      try {
        return await options.handle({ fields: { ...fields }, file: { body, fileName: arrived.fileName }, whole });
      } finally {
        body.destroy();
      }
    });
  } catch (error) {
    // A fault in the request explains whatever failed because of it.
    throw incoming.failure ?? error;
  } finally {
    incoming.stop();
  }
}

/** One request being read: keeps busboy's events and turns every kind of failure into one. */
class IncomingUpload {
  /** Without a prototype, so that a field called `__proto__` is just a name. */
  readonly fields = Object.create(null) as Record<string, string>;
  readonly whole: Promise<void>;
  failure: AppError | null = null;
  #file: BusboyFileStream | null = null;
  #finish: () => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly parser: BusboyInstance,
    private readonly maxBytes: number,
    private readonly isField: (name: string) => boolean,
  ) {
    this.whole = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
    // Callers that await it get the failure; without any, it must not end the process.
    this.whole.catch(() => undefined);
  }

  /** Resolves with the file when its part begins, or null when the request ended without one. */
  start(): Promise<ReceivedFile | null> {
    const { request, parser } = this;
    const first = new Promise<ReceivedFile | null>((resolve, reject) => {
      parser.on('file', (field, stream, fileName) => {
        // busboy also reports damage on the file; here it arrives through the parser's own error.
        stream.on('error', () => undefined);
        if (field !== 'file') {
          stream.resume();
          return this.#refuse(malformed(`file in field ${JSON.stringify(field)}`, 'El archivo debe venir en el campo «file».'));
        }
        this.#file = stream;
        stream.once('limit', () => this.#refuse(tooLarge(this.maxBytes)));
        resolve({ body: stream, fileName: fileName ?? '' });
      });
      this.whole.then(() => resolve(null), reject);
    });
    parser.on('field', (name, value, _nameCut, valueCut) => this.#keepField(name, value, valueCut));
    parser.on('filesLimit', () => this.#refuse(malformed('two files', 'Envíe un solo archivo por carga.')));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => this.#refuse(malformed(limit, 'La carga trae demasiados campos.')));
    parser.on('error', (error: unknown) =>
      this.#refuse(malformed('multipart', 'La carga llegó incompleta o dañada. Intente de nuevo.', error)),
    );
    parser.on('finish', () => this.#finish());
    request.on('error', this.#interrupted);
    request.on('close', this.#closed);
    request.pipe(parser);
    return first;
  }

  /** Stops listening; the rest of the request is not parsed. */
  stop(): void {
    this.request.unpipe(this.parser);
    this.request.off('close', this.#closed);
    this.request.off('error', this.#interrupted).on('error', () => undefined);
    this.#destroyFile(malformed('stopped', 'La carga se interrumpió.'));
  }

  #keepField(name: string, value: string, cut: boolean): void {
    if (!this.isField(name)) return;
    if (cut) return this.#refuse(malformed(`field ${name} too long`, 'Uno de los datos de la carga es demasiado largo.'));
    if (name in this.fields) return this.#refuse(malformed(`field ${name} twice`, 'La carga trae un dato repetido.'));
    this.fields[name] = value;
  }

  readonly #interrupted = (error?: Error): void =>
    this.#refuse(malformed('connection lost', 'La carga se interrumpió. Intente de nuevo.', error));
  readonly #closed = (): void => {
    if (!this.request.complete) this.#interrupted();
  };

  #refuse(error: AppError): void {
    this.failure ??= error;
    this.#fail(error);
    this.request.unpipe(this.parser);
    this.#destroyFile(error);
  }

  #destroyFile(error: AppError): void {
    if (!this.#file || this.#file.destroyed || this.#file.readableEnded) return;
    this.#file.destroy(error);
  }
}

function createParser(request: IncomingMessage, maxBytes: number): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  try {
    const limits = { ...LIMITS, fileSize: Math.floor(maxBytes) };
    return new Busboy({ headers: { ...request.headers, 'content-type': contentType }, limits });
  } catch (error) {
    throw malformed('multipart header', 'La carga llegó incompleta o dañada. Intente de nuevo.', error);
  }
}

/**
 * For an answer that refuses a request before its end: discards what still arrives for a moment, so that the sender reads the answer
 * instead of a broken connection; then the connection ends.
 */
export function stopReading(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  response.once('finish', () => {
    const deadline = setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS);
    request.once('close', () => clearTimeout(deadline));
  });
}

function malformed(message: string, userMessage: string, cause?: unknown): AppError {
  return new AppError('invalid-input', `upload: ${message}`, { userMessage, cause });
}

export function tooLarge(maxBytes: number): AppError {
  const megabytes = Math.max(0.01, maxBytes / (1024 * 1024));
  return new AppError('too-large', `upload over ${maxBytes} bytes`, {
    userMessage: `El archivo es demasiado grande. El máximo es ${megabytes.toLocaleString('es-GT', { maximumFractionDigits: 2 })} MB.`,
  });
}
