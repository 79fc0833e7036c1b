import { open, type FileHandle } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '../domain/errors.ts';
import { cannotShow } from './cannot-show.ts';

/** The end of an archive: its signature, 18 bytes, and a comment of at most 65,535. */
const END_BYTES = 22;
const END_WITHIN = END_BYTES + 65_535;
const END_MARK = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const DAMAGED = 'El archivo está dañado y no se puede leer.';

interface Entry {
  at: number;
  packedBytes: number;
  method: number;
  isEncrypted: boolean;
}

/** The entries of an archive on disk, unpacked as they are read and never beyond a limit, whatever sizes the archive claims. */
export class ZipArchive {
  private constructor(
    private readonly location: string,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Errors: `unsupported-type`. */
  static async open(location: string): Promise<ZipArchive> {
    const file = await open(location, 'r');
    try {
      return new ZipArchive(location, await readDirectory(file));
    } finally {
      await file.close();
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** An entry as UTF-8 text in chunks; nothing when it is missing. Errors: `unsupported-type`, also for more than `maxBytes`. */
  async *readText(name: string, maxBytes: number): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (!entry) return;
    const decoder = new TextDecoder();
    let left = maxBytes;
    try {
      for await (const chunk of await this.#unpack(entry)) {
        left -= chunk.length;
        if (left < 0)
          throw cannotShow('El archivo es demasiado grande para mostrarse.', `entry ${name.slice(0, 200)} over ${maxBytes} bytes`);
        yield decoder.decode(chunk, { stream: true });
      }
    } catch (error) {
      throw error instanceof AppError ? error : cannotShow(DAMAGED, `entry ${name.slice(0, 200)} cannot be unpacked`, error);
    }
    yield decoder.decode();
  }

  async #unpack({ at, packedBytes, method, isEncrypted }: Entry): Promise<AsyncIterable<Buffer>> {
    if (isEncrypted || (method !== STORED && method !== DEFLATED)) throw new Error(`entry of method ${method}, encrypted: ${isEncrypted}`);
    const local = await readAt(this.location, at, LOCAL_BYTES);
    const start = at + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
    const packed = createReadStream(this.location, { start, end: start + packedBytes - 1 });
    if (method === STORED) return packed;
    const inflate = createInflateRaw();
    packed.once('error', (error) => inflate.destroy(error));
    return packed.pipe(inflate);
  }
}

async function readAt(location: string, at: number, bytes: number): Promise<Buffer> {
  const file = await open(location, 'r');
  try {
    return (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer;
  } finally {
    await file.close();
  }
}

async function readDirectory(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, END_WITHIN));
  await file.read(tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf(END_MARK);
  if (end < 0 || end + END_BYTES > tail.length) throw cannotShow(DAMAGED, 'archive without its end');
  const [bytes, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (bytes > MAX_DIRECTORY_BYTES || at + bytes > size) throw cannotShow(DAMAGED, `directory of ${bytes} bytes at ${at}`);
  const directory = Buffer.alloc(bytes);
  await file.read(directory, 0, bytes, at);
  return parseDirectory(directory);
}

function parseDirectory(directory: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_MARK;) {
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    entries.set(directory.toString('utf8', at + ENTRY_BYTES, nameEnd), {
      at: directory.readUInt32LE(at + 42),
      packedBytes: directory.readUInt32LE(at + 20),
      method: directory.readUInt16LE(at + 10),
      isEncrypted: (directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}
