import express, { type ErrorRequestHandler, type Response } from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppError } from '../../domain/errors.ts';
import { afterFile } from '../../testing/after-file.ts';
import { limitConcurrentForms, limitConcurrentReads } from './limit-concurrent.ts';

const TRIES = 70;

let url = '';
/** What is under way: the page is not answered before the test says so. */
let held: Response[] = [];

beforeAll(async () => {
  const app = express();
  app.use((req, res, next) => {
    res.locals.staff = { id: req.get('X-Person') } as typeof res.locals.staff;
    next();
  });
  app.use(limitConcurrentReads(), limitConcurrentForms(), (_req, res) => void held.push(res));
  const refuse: ErrorRequestHandler = (error: AppError, _req, res, _next) => void res.status(error.status).end();
  app.use(refuse);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterFile(() => void server.close());
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  held = [];
});

async function ask(person: string, method: string): Promise<number> {
  const response = await fetch(`${url}/customers/list-customers`, { method, headers: { 'X-Person': person } });
  await response.arrayBuffer();
  return response.status;
}

it.each(['GET', 'POST'])(
  '%s: runs six requests of one person, queues sixty and refuses the rest, without delaying others',
  async (method) => {
    const refused: number[] = [];
    const answers = Array.from({ length: TRIES }, async () => {
      const status = await ask('ana', method);
      if (status === 429) refused.push(status);
      return status;
    });
    await expect.poll(() => [held.length, refused.length]).toEqual([6, 4]);
    const others = [ask('ana', method === 'GET' ? 'POST' : 'GET'), ask('beto', method)];
    await expect.poll(() => held.length).toBe(8);
    for (let given = 0; given < TRIES - 4 + others.length; given += 1) {
      await expect.poll(() => held.length).toBeGreaterThan(given);
      held[given]?.status(200).end();
    }
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(66);
    expect(await Promise.all(others)).toEqual([200, 200]);
  },
);
