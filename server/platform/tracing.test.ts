import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { createSql } from './sql/sql.ts';
import { startTracing, traced, traceHeaders, traceRequests } from './tracing.ts';

interface Told {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: unknown }[];
  status: { code?: number; message?: string };
}

const told: { body: string; spans: Told[]; service: string }[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => (body += piece));
  request.on('end', () => {
    const [given] = (JSON.parse(body) as { resourceSpans: { resource: object; scopeSpans: { spans: Told[] }[] }[] }).resourceSpans;
    told.push({ body, spans: given?.scopeSpans.flatMap(({ spans }) => spans) ?? [], service: JSON.stringify(given?.resource) });
    response.end('{}');
  });
}).listen(0, '127.0.0.1');
afterAll(() => collector.close());

it('exports the spans of a request without values, and none without a collector', async () => {
  const { url } = await createTestDatabase();
  const open = () => createSql({ url, max: 1, application: 'test', onError: () => undefined });
  const end = await startTracing('web', `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`);
  const sql = open();
  let asked: Record<string, string> = {};
  const app = express().use(traceRequests(({ route }) => (route as { path: string }).path));
  app.get('/socias/:id', (req, res, next) => {
    const look = async () => {
      await sql.query('SELECT $1::text', ['Zarigüeya']);
      await traced('REST backend', {}, () => Promise.resolve((asked = traceHeaders())), 'asks');
      await traced('job', {}, () => sql.query('SELECT nothing FROM nowhere')).catch(() => undefined);
      res.send(req.params.id);
    };
    look().catch(next);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/socias/42?q=Zarig%C3%BCeya`);
  await new Promise((resolve) => server.close(resolve));
  await sql.end();
  await end();

  const spans = told.flatMap(({ spans: some }) => some);
  const root = spans.find(({ name }) => name === 'GET /socias/:id');
  expect(root?.parentSpanId).toBeUndefined();
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name;
  expect(spans.map(({ name, parentSpanId }) => [name, nameOf(parentSpanId)]).sort()).toEqual([
    ['GET /socias/:id', undefined],
    ['REST backend', 'GET /socias/:id'],
    ['SQL', 'GET /socias/:id'],
    ['SQL', 'job'],
    ['job', 'GET /socias/:id'],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(asked['traceparent']).toContain(root?.traceId);
  expect(spans.filter(({ status }) => status.code === 2).map(({ name, status }) => [name, status.message])).toEqual([
    ['SQL', 'error'],
    ['job', 'error'],
  ]);
  expect(told[0]?.service).toContain('portal-web');
  for (const { body } of told) expect(body).not.toMatch(/Zarig|\/socias\/42|nowhere"? does not exist/);

  const before = told.length;
  const plain = open();
  expect(plain.options.Client ?? pg.Client).toBe(pg.Client);
  expect([await traced('job', {}, () => Promise.resolve(7)), traceHeaders()]).toEqual([7, {}]);
  await plain.end();
  expect(told.length).toBe(before);
});
