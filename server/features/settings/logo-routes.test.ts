import { Readable } from 'node:stream';
import express from 'express';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type Listening } from '../../entrances/http/listen.ts';
import { createPictures } from '../../pages/pictures/pictures.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Services } from '../../services.ts';
import { logoRoutes } from './logo-routes.ts';

const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a1f1f' } })
  .jpeg()
  .toBuffer();
const asked: string[] = [];
let backendIsDown = true;
let server: Listening;
const pictures = createPictures({ log: createLog({ level: 'silent', process: 'test' }) });

beforeAll(async () => {
  const services = {
    pictures,
    documents: { main: { get: async () => ({ data: { contentType: 'image/jpeg' } }) } },
    liveSettings: { logoKey: () => 'logo-1.jpg' },
    restBackend: {
      openAsset: async ({ filename }: { filename: string }) => {
        asked.push(filename);
        if (backendIsDown) throw new Error('the backend is down');
        return { body: Readable.from(picture) };
      },
    },
  } as unknown as Services;
  server = await listen(express().use(logoRoutes(services)), { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await pictures.close();
});

const get = (key: string) => fetch(`http://127.0.0.1:${server.port}/logo/${key}`);

it('sends the logo 320 pixels wide, asks the backend once, and again after a failure', async () => {
  expect((await get('logo-1.jpg')).ok).toBe(false);
  backendIsDown = false;
  const answer = await get('logo-1.jpg');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 });
  await get('logo-1.jpg');
  expect(asked).toEqual(['logo-1.jpg', 'logo-1.jpg']);
});

it('sends no asset but the logo', async () => {
  expect((await get('acta-secreta.jpg')).ok).toBe(false);
  expect(asked).not.toContain('acta-secreta.jpg');
});
