import { connect, type Socket } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createKnownDevices } from '../../ports/identity/known-devices.ts';
import { bodyDeadline } from './body-deadline.ts';
import { listen } from './listen.ts';

const MS = 100;

const { sql } = await createTestDatabase();
const devices = createKnownDevices({ sql, secret: 'una clave de las pruebas' });
const services = { config: { session: { secret: '', secureCookie: false } }, devices };

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

it('closes unfinished requests of strangers, but not the uploads of people', async () => {
  const app = express().use(bodyDeadline(services, { ms: MS }));
  for (const path of ['/login', '/browser-errors']) app.post(path, (req) => void req.resume());
  app.post('/refused', (_req, res) => void res.status(401).end());
  app.post('/upload', (req) => void req.resume());
  const web = await listen(app, { port: 0, host: '127.0.0.1' });
  const ended = await Promise.all(['/login', '/browser-errors', '/refused', '/upload'].map((path) => halfRequest(web.port, path)));
  expect(ended).toEqual([true, true, true, false]);
  await web.close();
});

it('refuses a network’s forms with 429 while two are unfinished, and counts a known device separately', async () => {
  const app = express().use(bodyDeadline(services, { ms: 60_000, atOnce: 2 }));
  app.post('/login', (req, res) => void req.resume().once('end', () => res.send('done')));
  app.use(((_error, _req, res, _next) => void res.status(429).end()) as ErrorRequestHandler);
  const web = await listen(app, { port: 0, host: '127.0.0.1' });
  const form = (headers = {}) =>
    fetch(`http://127.0.0.1:${web.port}/login`, { method: 'POST', body: 'a=b', headers }).then(({ status }) => status);
  const sendHalf = (path: string, header = '') => {
    const socket = connect(web.port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${header}Content-Length: 100\r\n\r\na`);
    return socket;
  };
  const slow = ['/login', '/browser-errors'].map((path) => sendHalf(path));
  await expect.poll(form).toBe(429);
  const { cookie } = await devices.remember({ uid: 'ana', email: 'ana@demo.coop' }, null);
  expect(await form({ Cookie: `dispositivo=${cookie}` })).toBe(200);
  expect(await form({ Cookie: `dispositivo=${cookie}x` })).toBe(429);
  const ofDevice = [1, 2].map(() => sendHalf('/login', `Cookie: dispositivo=${cookie}\r\n`));
  await expect.poll(() => form({ Cookie: `dispositivo=${cookie}` })).toBe(429);
  for (const socket of ofDevice) socket.destroy();
  slow[0]?.destroy();
  await expect.poll(form).toBe(200);
  slow[1]?.destroy();
  await web.close();
});
