import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PREFIX = path.join(os.tmpdir(), `portal-carga-${process.pid}-`);

/** All files that this process spools, as isolated processes are let to them. */
export const SPOOLED_FILES = `${PREFIX}*`;

/** Writes a stream to a temporary file, lets `use` have its path, and removes it, whatever happens. */
export async function withSpooled<Result>(body: Readable, use: (location: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(PREFIX);
  try {
    const location = path.join(directory, 'file');
    await pipeline(body, createWriteStream(location, { flags: 'wx', mode: 0o600 }));
    return await use(location);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
