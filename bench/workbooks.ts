import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { atLeast, atMost, quantile, type BenchOptions, type BenchResult } from './measure.ts';

const GROUP = 'workbook';
const ROWS = { full: 100_000, quick: 10_000 };
const RUNS = { full: 5, quick: 3 };
const RATIO_LIMIT = 0.7;
const MEMORY_LIMIT_MB = 150;

interface Export {
  ms: number;
  /** Growth of resident memory at its peak, in MB. */
  grownMb: number;
}

/**
 * The portal's XLSX export (formats, totals, back-pressure) compared with exceljs' plain streaming writer, alternately, each in a new
 * process.
 */
export async function benchWorkbooks({ quick }: BenchOptions): Promise<BenchResult[]> {
  const rows = quick ? ROWS.quick : ROWS.full;
  const portal: Export[] = [];
  const bare: Export[] = [];
  for (let run = 0; run < (quick ? RUNS.quick : RUNS.full); run += 1) {
    portal.push(await exportOnce('portal', rows));
    bare.push(await exportOnce('bare', rows));
  }
  const [portalMs, bareMs] = [portal, bare].map((exports) =>
    quantile(
      exports.map((one) => one.ms),
      0.5,
    ),
  ) as [number, number];
  return [
    atLeast(
      GROUP,
      `XLSX of ${rows} rows: ${Math.round(bareMs)} ms bare exceljs against ${Math.round(portalMs)} ms`,
      bareMs / portalMs,
      RATIO_LIMIT,
    ),
    atMost(
      GROUP,
      'resident memory grows by',
      quantile(
        portal.map((one) => one.grownMb),
        0.99,
      ),
      MEMORY_LIMIT_MB,
      (value) => `${Math.round(value)} MB`,
    ),
  ];
}

async function exportOnce(way: 'portal' | 'bare', rows: number): Promise<Export> {
  const script = path.join(import.meta.dirname, 'workbook-export.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, way, String(rows)], {
    cwd: path.join(import.meta.dirname, '..'),
  });
  return JSON.parse(stdout) as Export;
}
