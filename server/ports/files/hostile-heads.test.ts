import { describe, expect, it } from 'vitest';
import { detectFileType, sniffContentType } from './sniff-content-type.ts';
import { HOSTILE_HEADS, zipWithLyingSize } from './testing/hostile-files.ts';

describe.each(HOSTILE_HEADS)('%s', (_title, head) => {
  // Linear readers take a few milliseconds; the generous limit is for busy machines.
  it.each(['txt', 'pdf', 'png', 'docx', 'odt', 'zip', 'html', 'mp3', 'mp4', 'doc'])(
    'as .%s is classified within a second',
    async (extension) => {
      const start = performance.now();
      await sniffContentType(head, extension);
      await detectFileType(head, extension);
      expect(performance.now() - start).toBeLessThan(1_000);
    },
  );
});

it('reads a ZIP with many long names in less than 50 MB of memory', async () => {
  const [, head] = HOSTILE_HEADS.find(([title]) => title === 'headers of a ZIP with long names') ?? ['', Buffer.alloc(0)];
  const before = process.memoryUsage().rss;
  await sniffContentType(head, 'zip');
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});

describe('hidden content', () => {
  it.each([
    ['markup behind a long comment', 'txt', Buffer.from(`<!-- ${'x'.repeat(5_000)} --><html>`)],
    ['markup behind a comment without an end in sight', 'txt', Buffer.from(`<!-- ${'x'.repeat(60_000)} --><html>`)],
    ['markup behind a comment that seems to end earlier', 'txt', Buffer.from('<!-- a --> b --><script>')],
    ['macros behind an entry whose size lies', 'xlsx', zipWithLyingSize('xl/workbook.xml', 'xl/vbaProject.bin')],
    ['a ZIP of headers in each other', 'zip', Buffer.alloc(60_000, 'PK\x03\x04')],
  ])('%s is found in .%s', async (_title, extension, head) => {
    expect((await sniffContentType(head, extension)).fits).toBe(false);
  });

  it('is not suspected where comments stand before plain text', async () => {
    expect((await sniffContentType(Buffer.from('<!-- acta --> <!-- 2 --> Presentes: Ana'), 'txt')).fits).toBe(true);
  });
});
