import { connect, type Socket } from 'node:net';
import express from 'express';
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
  const app = express().use(bodyDeadline(MS));
  app.post('/login', (req) => void req.resume());
  app.post('/refused', (_req, res) => void res.status(401).end());
  app.post('/upload', (req) => void req.resume());
  const web = await listen(app, { port: 0, host: '127.0.0.1' });
  expect(await Promise.all(['/login', '/refused', '/upload'].map((path) => halfRequest(web.port, path)))).toEqual([true, true, false]);
  await web.close();
});
