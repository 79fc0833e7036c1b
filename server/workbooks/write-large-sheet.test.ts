import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const directory = await mkdtemp(path.join(os.tmpdir(), 'sheets-'));
afterAll(() => rm(directory, { recursive: true }));

describe('a sheet', () => {
  it.each(['xlsx', 'csv'])(
    'of 40,000 rows is written to disk in less than 170 MB of memory (%s)',
    async (format) => {
      const file = path.join(directory, `grande.${format}`);
      const script = path.join(import.meta.dirname, 'testing/write-large-file.ts');
      // A heap too small for the rows: a writer that keeps them ends with an error.
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--max-old-space-size=48',
        '--import',
        'tsx',
        script,
        file,
        format,
        '40000',
      ]);
      const { rows: count, peakMb } = JSON.parse(stdout) as { rows: number; peakMb: number };
      expect(count).toBe(40_000);
      expect((await stat(file)).size).toBeGreaterThan(40_000_000);
      // About 105 MB with a twentieth of the rows, so nothing of them stays.
      expect(peakMb).toBeLessThan(170);
    },
    60_000,
  );
});
