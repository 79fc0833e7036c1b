import { open } from 'node:fs/promises';
import { SNIFF_BYTES } from '../ports/files/sniff-content-type.ts';

/** The first bytes, which identify the file type. */
export async function readHead(location: string): Promise<Buffer> {
  const file = await open(location, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
