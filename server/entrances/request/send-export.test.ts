import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type ErrorRequestHandler } from 'express';
import ExcelJS from 'exceljs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import { createLog } from '../../platform/log/log.ts';
import { sendExport, type ExportRequest } from './send-export.ts';
import type { Row, RowBatches, Sheet } from '../../workbooks/sheet.ts';

const SHEET: Sheet = {
  title: 'Agencias',
  name: 'Agencias',
  parameters: [],
  columns: [
    { title: 'Nombre', kind: 'text' },
    { title: 'Número', kind: 'integer' },
  ],
  generatedAt: new Date('2026-11-20T04:30:04Z'),
  generatedBy: 'Ana Morales',
};
const log = createLog({ level: 'silent', process: 'test' });

/** What the next request answers. */
let next: Partial<ExportRequest> & Pick<ExportRequest, 'rows'>;

const app = express();
app.get('/export', (_req, res, done) => {
  const { format = 'xlsx', staffId = 'u1', rows } = next;
  sendExport(res, { format, prefix: 'agencias', sheet: SHEET, rows, staffId, log }).catch(done);
});
const onError: ErrorRequestHandler = (error, _req, res, _next) => {
  if (res.headersSent) res.destroy();
  else res.status(error instanceof AppError ? error.status : 500).json({ code: error instanceof AppError ? error.code : 'internal' });
};
app.use(onError);
const server = app.listen(0);
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/export`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function* twoBatches(): AsyncGenerator<Row[]> {
  yield await Promise.resolve([['Central', 1]]);
  yield [['Xela', 2]];
}

/** Goes on until `stop` is called or the reader leaves. */
function endless() {
  const state = { closed: false, stop: false };
  async function* rows(): RowBatches {
    try {
      while (!state.stop) yield await new Promise<Row[]>((resolve) => setImmediate(() => resolve([['Central', Math.random()]])));
    } finally {
      state.closed = true;
    }
  }
  return { state, rows };
}

describe('an export', () => {
  it.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['csv', 'text/csv; charset=utf-8'],
  ] as const)('is sent as %s with its content type and file name', async (format, type) => {
    next = { format, rows: twoBatches };
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="agencias-20261119-223004.${format}"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bytes = await answer.arrayBuffer();
    if (format === 'csv')
      return expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe('\uFEFFNombre,Número\r\nCentral,1\r\nXela,2\r\n');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes);
    expect(workbook.worksheets[1]?.getColumn(1).values.slice(-3)).toEqual(['Nombre', 'Central', 'Xela']);
  });

  it('that fails before the first row is answered as an ordinary error', async () => {
    next = {
      rows: async function* () {
        yield await Promise.reject<Row[]>(new AppError('unavailable', 'database away', { userMessage: 'x' }));
      },
    };
    const answer = await fetch(url);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(await answer.json()).toEqual({ code: 'unavailable' });
  });

  it('that fails later breaks the connection, so that no partial file looks complete', async () => {
    next = {
      format: 'csv',
      rows: async function* () {
        yield await Promise.resolve([['Central', 1]]);
        throw new Error('the query failed');
      },
    };
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
  });

  it('stops its query when the browser disconnects', async () => {
    const { state, rows } = endless();
    next = { format: 'csv', rows };
    const abort = new AbortController();
    const answer = await fetch(url, { signal: abort.signal });
    expect(answer.status).toBe(200);
    abort.abort();
    await vi.waitFor(() => expect(state.closed).toBe(true), { timeout: 5_000 });
  });

  it.each([
    ['goes on for a reader of 256 kbit/s', 32_000, false],
    ['gives its query back when its reader takes 10 KB in 100 s', 100, true],
  ])('%s', async (_result, bytesPerSecond, isStopped) => {
    const state = { closed: false };
    const text = 'x'.repeat(30_000);
    next = {
      format: 'csv',
      async *rows() {
        try {
          for (;;) yield await Promise.resolve([[text, 1]]);
        } finally {
          state.closed = true;
        }
      },
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
    try {
      reader.pause();
      reader.write('GET /export HTTP/1.1\r\nHost: portal\r\n\r\n');
      for (let second = 0, owed = 0; second < 1_800 && !state.closed; second += 1) {
        owed += bytesPerSecond;
        while (owed >= 10_000 && reader.read(10_000) !== null) owed -= 10_000;
        vi.advanceTimersByTime(1_000);
        await nextTurn();
      }
      expect(state.closed).toBe(isStopped);
    } finally {
      vi.useRealTimers();
      reader.destroy();
    }
  });

  it('is refused with 429 while the same person has two running, and allowed again afterwards', async () => {
    const running = [endless(), endless()];
    const started = [];
    for (const { rows } of running) {
      next = { format: 'csv', staffId: 'busy', rows };
      started.push(await fetch(url));
    }
    next = { format: 'csv', staffId: 'busy', rows: twoBatches };
    expect((await fetch(url)).status).toBe(429);
    next = { format: 'csv', staffId: 'other', rows: twoBatches };
    expect((await fetch(url)).status).toBe(200);
    for (const { state } of running) state.stop = true;
    await Promise.all(started.map((answer) => answer.text()));
    next = { format: 'csv', staffId: 'busy', rows: twoBatches };
    await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 5_000 });
  });

  it('is refused to everybody with 503 while six are running in the process', async () => {
    const running = Array.from({ length: 6 }, endless);
    const started = [];
    for (const [index, { rows }] of running.entries()) {
      next = { format: 'csv', staffId: `of-${index % 3}`, rows };
      started.push(await fetch(url));
    }
    next = { format: 'csv', staffId: 'seventh', rows: twoBatches };
    expect((await fetch(url)).status).toBe(503);
    for (const { state } of running) state.stop = true;
    await Promise.all(started.map((answer) => answer.text()));
  });
});
