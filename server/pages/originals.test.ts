import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Original } from './original.ts';
import { createOriginals } from './originals.ts';

const MEGABYTE = 1024 * 1024;

function originalOf(identity: string, content: Buffer, overrides: Partial<Original> = {}) {
  const opened: (string | undefined)[] = [];
  const original: Original = {
    owner: 'ana',
    identity,
    sha256: null,
    contentType: 'application/pdf',
    bytes: content.length,
    open: async (range) => {
      opened.push(range && `${range.start}-${range.end}`);
      return Readable.from([range ? content.subarray(range.start, range.end + 1) : content], { objectMode: false });
    },
    ...overrides,
  };
  return { original, opened };
}

it('fetches a file once for concurrent and successive uses, and deletes the copy on close', async () => {
  const originals = createOriginals();
  const { original, opened } = originalOf('aa', Buffer.from('contenido'));
  const read = () => originals.use(original, async ({ location, isWhole }) => ({ isWhole, text: await readFile(location, 'utf8') }));
  expect(await Promise.all([read(), read()])).toEqual([
    { isWhole: true, text: 'contenido' },
    { isWhole: true, text: 'contenido' },
  ]);
  await read();
  expect(opened).toHaveLength(1);
  const location = await originals.use(original, async (copy) => copy.location);
  await originals.close();
  expect(existsSync(location)).toBe(false);
});

it('does not fetch a file that is too large to be shown', async () => {
  const originals = createOriginals();
  const { original, opened } = originalOf('aa', Buffer.from('x'), { bytes: 1_024 * MEGABYTE });
  await expect(originals.use(original, async () => 'never')).rejects.toMatchObject({ code: 'unsupported-type' });
  expect(opened).toEqual([]);
  await originals.close();
});

it('refuses a file whose bytes differ from the stored hash', async () => {
  const originals = createOriginals();
  const { original } = originalOf('aa', Buffer.from('x'), { sha256: '0'.repeat(64) });
  await expect(originals.use(original, async () => 'never')).rejects.toMatchObject({ code: 'backend-failed' });
  await originals.close();
});

it('fetches a file again after a failed attempt', async () => {
  const originals = createOriginals();
  const { original } = originalOf('aa', Buffer.from('x'));
  const broken = { ...original, open: () => Promise.reject(new Error('backend away')) };
  await expect(originals.use(broken, async () => 'never')).rejects.toThrow('backend away');
  expect(await originals.use(original, async () => 'now')).toBe('now');
  await originals.close();
});

it('evicts the oldest unused copies above the limit, but none in use', async () => {
  const originals = createOriginals();
  const big = Buffer.alloc(100 * MEGABYTE);
  const locations = new Map<string, string>();
  const use = (identity: string, meanwhile: () => Promise<void> = async () => undefined) =>
    originals.use(originalOf(identity, big).original, async ({ location }) => {
      locations.set(identity, location);
      await meanwhile();
    });
  await use('aa', async () => {
    for (const identity of ['bb', 'cc', 'dd']) await use(identity);
    expect(existsSync(locations.get('aa') ?? '')).toBe(true);
  });
  await expect.poll(() => ['aa', 'bb', 'cc', 'dd'].filter((identity) => existsSync(locations.get(identity) ?? ''))).toEqual(['aa', 'dd']);
  await originals.close();
});

it('fetches only the first 16 MB of a long text, and refuses a document above the limit', async () => {
  const originals = createOriginals();
  const { original, opened } = originalOf('aa', Buffer.alloc(17 * MEGABYTE, 'a'), { contentType: 'text/plain; charset=utf-8' });
  expect(await originals.use(original, async ({ isWhole, bytes }) => [isWhole, bytes])).toEqual([false, 16 * MEGABYTE]);
  expect(opened).toEqual([`0-${16 * MEGABYTE - 1}`]);
  const big = originalOf('bb', Buffer.alloc(0), { bytes: 129 * MEGABYTE });
  await expect(originals.use(big.original, async () => 'never')).rejects.toMatchObject({ code: 'unsupported-type' });
  const lying = originalOf('cc', Buffer.alloc(129 * MEGABYTE), { bytes: 5 });
  await expect(originals.use(lying.original, async () => 'never')).rejects.toMatchObject({ code: 'unsupported-type' });
  await originals.close();
});
