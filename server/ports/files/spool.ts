import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OWNER_ONLY } from '../../platform/owner-only.ts';
import { temporaryPrefix } from '../../platform/temporary-folders.ts';

const PREFIX = temporaryPrefix('carga');

/** Pattern of this process's temporary files, which isolated processes may read. */
export const SPOOLED_FILES = `${PREFIX}*`;

/** Writes a stream to a temporary file, passes its path to `use`, and always removes it. */
export async function withSpooled<Result>(body: Readable, use: (location: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(PREFIX);
  try {
    const location = path.join(directory, 'file');
    await pipeline(body, createWriteStream(location, { flags: 'wx', mode: OWNER_ONLY.file }));
    return await use(location);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
