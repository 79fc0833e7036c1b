import { open, type FileHandle } from 'node:fs/promises';
import { OWNER_ONLY } from '../platform/owner-only.ts';

/** The most that the portal shows of a file; who needs more needs the file. */
const MAX_PARTS = 200;

/** Writes the parts of a text or table consecutively to a file and records where each ends. */
export class PartWriter {
  readonly #ends: number[] = [];
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Has `write` fill a new file at `location`. @returns the end of each part, in bytes */
  static async fill(location: string, write: (parts: PartWriter) => Promise<void>): Promise<number[]> {
    const file = await open(location, 'w', OWNER_ONLY.file);
    try {
      const parts = new PartWriter(file);
      await write(parts);
      return parts.#ends;
    } finally {
      await file.close();
    }
  }

  get isFull(): boolean {
    return this.#ends.length >= MAX_PARTS;
  }

  get isEmpty(): boolean {
    return this.#ends.length === 0;
  }

  async add(part: string): Promise<void> {
    const { bytesWritten } = await this.#file.write(part);
    this.#ends.push((this.#ends.at(-1) ?? 0) + bytesWritten);
  }
}
