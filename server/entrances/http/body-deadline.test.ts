import { connect, type Socket } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it } from 'vitest';
import { bodyDeadline } from './body-deadline.ts';
import { listen } from './listen.ts';

const MS = 100;

/** Sends the head of a form and one byte of its hundred. @returns whether the connection was ended within a second */
async function halfRequest(port: number, path: string): Promise<boolean> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na`);
  const ended = await Promise.race([
    new Promise<boolean>((resolve) => socket.once('close', () => resolve(true))),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_000)),
  ]);
  socket.destroy();
  return ended;
}

it('ends what strangers do not finish, and leaves the uploads of people alone', async () => {
  const app = express().use(bodyDeadline({ ms: MS }));
  for (const path of ['/login', '/browser-errors']) app.post(path, (req) => void req.resume());
  app.post('/refused', (_req, res) => void res.status(401).end());
  app.post('/upload', (req) => void req.resume());
  const web = await listen(app, { port: 0, host: '127.0.0.1' });
  const ended = await Promise.all(['/login', '/browser-errors', '/refused', '/upload'].map((path) => halfRequest(web.port, path)));
  expect(ended).toEqual([true, true, true, false]);
  await web.close();
});

it('refuses one network its hundred and first unfinished form, and takes it once another has ended', async () => {
  const app = express().use(bodyDeadline({ ms: 60_000, atOnce: 2 }));
  app.post('/login', (req, res) => void req.resume().once('end', () => res.send('done')));
  app.use(((_error, _req, res, _next) => void res.status(429).end()) as ErrorRequestHandler);
  const web = await listen(app, { port: 0, host: '127.0.0.1' });
  const form = () => fetch(`http://127.0.0.1:${web.port}/login`, { method: 'POST', body: 'a=b' }).then(({ status }) => status);
  const slow = ['/login', '/browser-errors'].map((path) => ({ path, socket: connect(web.port, '127.0.0.1').on('error', () => undefined) }));
  for (const { path, socket } of slow) socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na`);
  await expect.poll(form).toBe(429);
  slow[0]?.socket.destroy();
  await expect.poll(form).toBe(200);
  slow[1]?.socket.destroy();
  await web.close();
});
