import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Storage } from '@google-cloud/storage';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBuckets } from '../ports/files/buckets.ts';
import { placeOf } from '../ports/files/stored-place.ts';
import { pdf, TEXT } from '../ports/files/testing/sample-files.ts';
import { describeReading } from '../ports/rest-backend/assets.contract.ts';
import { fileNotFound } from '../ports/files/file-store.ts';
import { afterFile } from '../testing/after-file.ts';
import { startStorageEmulator } from '../testing/auth-emulator.ts';
import { startBucketServer, type BucketServer } from '../testing/bucket-server.ts';
import { hasService } from '../testing/services.ts';
import { someServices } from '../testing/some-services.ts';
import { findStored, type NamedBytes } from './stored-bytes.ts';

const BUCKET = 'coop-prueba.appspot.com';
const NEWER = 'coop-prueba.firebasestorage.app';
const named = (url: string, said: Partial<NamedBytes> = {}): NamedBytes => ({ url, contentType: '', bytes: 0, sha256: '', ...said });

let server: BucketServer;
let asked: string[] = [];
let services: ReturnType<typeof someServices>;
beforeAll(async () => {
  server = await startBucketServer();
  services = someServices({
    buckets: createBuckets({ fileBuckets: { names: [BUCKET, NEWER], emulator: server.url }, firebase: null }),
    restBackend: {
      openAsset: ({ filename }: { filename: string }) => {
        asked.push(filename);
        return Promise.reject(fileNotFound(filename));
      },
    },
  });
});
beforeEach(() => {
  server.set('none');
  server.requests.length = 0;
  asked = [];
});

const find = (url: string, said?: Partial<NamedBytes>) => findStored(services, named(url, said));
async function require(url: string, said?: Partial<NamedBytes>) {
  const stored = await find(url, said);
  if (!stored) throw fileNotFound(url);
  return stored;
}

describe('a file in a bucket that the settings name', () => {
  let count = 0;
  describeReading(async () => ({
    async store(content) {
      const name = `archivos/${(count += 1)}.bin`;
      server.put(BUCKET, name, content);
      return `gs://${BUCKET}/${name}`;
    },
    open: async (url, part) => (await require(url)).open(part),
    nothing: [`gs://${BUCKET}/nada.pdf`, `gs://${BUCKET}/a/../nada.pdf`, `gs://${BUCKET}/${'x'.repeat(1024)}`],
  }));

  it.each([
    [`gs://${BUCKET}/fotos/acta ñ 100%.pdf`],
    [`https://firebasestorage.googleapis.com/v0/b/${BUCKET}/o/fotos%2Facta%20%C3%B1%20100%25.pdf?alt=media&token=0a-1b`],
    [`https://storage.googleapis.com/${BUCKET}/fotos/acta%20%C3%B1%20100%25.pdf`],
    [`https://storage.googleapis.com/${BUCKET}/fotos/acta%20%C3%B1%20100%25.pdf?X-Goog-Signature=00&X-Goog-Expires=1`],
    [`https://${BUCKET}.storage.googleapis.com/fotos/acta%20%C3%B1%20100%25.pdf`],
  ])('is found by the address %s', async (url) => {
    server.put(BUCKET, 'fotos/acta ñ 100%.pdf', pdf('Acta'), 'application/pdf');
    expect(await buffer((await (await require(url)).open()).body)).toEqual(pdf('Acta'));
    expect(server.requests).toEqual([`${BUCKET}/fotos/acta ñ 100%.pdf`, `${BUCKET}/fotos/acta ñ 100%.pdf?media`]);
  });

  it('may be empty', async () => {
    server.put(BUCKET, 'vacio.txt', Buffer.alloc(0));
    expect(await buffer((await (await require(`gs://${BUCKET}/vacio.txt`)).open()).body)).toHaveLength(0);
  });

  it('is found in a bucket with a name of firebasestorage.app', async () => {
    server.put(NEWER, 'a.pdf', pdf('Nuevo'));
    const stored = await require(`https://firebasestorage.googleapis.com/v0/b/${NEWER}/o/a.pdf?alt=media&token=x`);
    expect([stored.contentType, stored.bytes]).toEqual(['application/pdf', pdf('Nuevo').length]);
  });

  it('takes type and size from the bucket where its document states none', async () => {
    server.put(BUCKET, 'voz', TEXT, 'audio/ogg');
    expect(await require(`gs://${BUCKET}/voz`)).toMatchObject({ contentType: 'audio/ogg', bytes: TEXT.length, sha256: null });
    expect(await require(`gs://${BUCKET}/voz`, { contentType: 'text/plain' })).toMatchObject({ contentType: 'text/plain' });
  });

  it('fails to open when another object replaced it, and has other content when found anew', async () => {
    server.put(BUCKET, 'cambia.txt', Buffer.from('primero'));
    const first = await require(`gs://${BUCKET}/cambia.txt`);
    server.put(BUCKET, 'cambia.txt', Buffer.from('segundo'));
    await expect(first.open()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('changed while it was read'),
    });
    await expect(first.open({ range: 'bytes=2-3' })).rejects.toMatchObject({ code: 'unavailable' });
    const second = await require(`gs://${BUCKET}/cambia.txt`);
    expect([second.content === first.content, (await buffer((await second.open()).body)).toString()]).toEqual([false, 'segundo']);
  });

  it('is not opened when its size differs from that in its document', async () => {
    server.put(BUCKET, 'otro.txt', TEXT);
    const stored = await require(`gs://${BUCKET}/otro.txt`, { bytes: 3 });
    await expect(stored.open()).rejects.toMatchObject({ code: 'backend-failed' });
  });

  it('is not opened when stored compressed, since its length is unknown', async () => {
    server.put(BUCKET, 'nota.txt', TEXT, 'text/plain', 'gzip');
    await expect(find(`gs://${BUCKET}/nota.txt`)).rejects.toMatchObject({
      code: 'backend-failed',
      message: expect.stringContaining('compressed'),
    });
  });

  it('fails when its transfer breaks off, stalls, ends early or delivers other content', async () => {
    const content = Buffer.alloc(200_000, 'a');
    const fileBuckets = { names: [BUCKET], emulator: server.url };
    const impatient = createBuckets({ fileBuckets, firebase: null }, { silenceMs: 400 });
    for (const [fault, code] of [
      ['half', 'unavailable'],
      ['silent', 'unavailable'],
      ['short', 'backend-failed'],
      ['other', 'backend-failed'],
    ] as const) {
      server.put(BUCKET, 'roto.bin', content);
      server.set(fault);
      // The library says nothing of a connection that breaks off, either.
      const broken = fault === 'silent' || fault === 'half' ? { ...services, buckets: impatient } : services;
      const reading = async (range?: string) => {
        const stored = await findStored(broken, named(`gs://${BUCKET}/roto.bin`));
        return stored && buffer((await stored.open({ range })).body);
      };
      await expect(reading(), fault).rejects.toMatchObject({ code });
      // Of a part no sum is kept.
      if (fault !== 'other') await expect(reading('bytes=100-150000'), fault).rejects.toMatchObject({ code });
    }
  });

  it('is requested again when the bucket is busy, and reports that access is denied', async () => {
    server.put(BUCKET, 'a.txt', TEXT);
    server.set('busy');
    expect((await require(`gs://${BUCKET}/a.txt`)).bytes).toBe(TEXT.length);
    server.set('denied');
    await expect(find(`gs://${BUCKET}/a.txt`)).rejects.toMatchObject({
      code: 'backend-failed',
      userMessage: 'El depósito del archivo no lo deja leer a este portal. Avise a Informática.',
    });
  });

  it('is requested with the account of the project its bucket is named after, or else the main one', async () => {
    const project = (projectId: string) => ({ projectId, clientEmail: undefined, privateKey: undefined });
    const firebase = {
      main: project('coop-prueba'),
      digitalization: project('coop-digital'),
      webApiKey: 'x',
      passwordHash: null,
      authEmulatorHost: undefined,
      firestoreEmulatorHost: undefined,
    };
    const names = [BUCKET, 'coop-digital.firebasestorage.app', 'coop-digital-otro'];
    const buckets = createBuckets({ fileBuckets: { names, emulator: server.url }, firebase });
    const asked = vi.spyOn(Storage.prototype, 'bucket');
    for (const bucket of names) await buckets.find({ kind: 'bucket', bucket, object: 'nada' }).catch(() => null);
    expect(asked.mock.contexts.map((client) => (client as Storage).projectId)).toEqual(['coop-prueba', 'coop-digital', 'coop-prueba']);
    asked.mockRestore();
  });

  it('closes its request when the reader goes away', async () => {
    server.put(BUCKET, 'largo.bin', Buffer.alloc(64 * 1024 * 1024, 1));
    const before = server.left();
    const { body } = await (await require(`gs://${BUCKET}/largo.bin`)).open();
    body.destroy();
    await expect.poll(() => server.left()).toBe(before + 1);
  });
});

describe.runIf(hasService('Cloud Storage emulator'))("a file in Google's own storage emulator", () => {
  describeReading(async () => {
    const started = await startStorageEmulator();
    afterFile(() => started.stop());
    const emulator = `http://${started.host}`;
    const ofEmulator = { ...services, buckets: createBuckets({ fileBuckets: { names: [BUCKET], emulator }, firebase: null }) };
    const bucket = new Storage({ projectId: 'demo-portal', apiEndpoint: emulator }).bucket(BUCKET);
    let count = 0;
    return {
      async store(content) {
        const name = `fotos/ñ ${(count += 1)}`;
        await bucket.file(name).save(content, { resumable: false });
        return `https://firebasestorage.googleapis.com/v0/b/${BUCKET}/o/${encodeURIComponent(name)}?alt=media`;
      },
      async open(url, part) {
        const stored = await findStored(ofEmulator, named(url));
        if (!stored) throw new Error(`not a place: ${url}`);
        return stored.open(part);
      },
      nothing: [`gs://${BUCKET}/nada.pdf`],
    };
  });
});

describe('any other address', () => {
  it('of another bucket or of an odd form is not opened and sends no request', async () => {
    for (const url of [
      'gs://otro-deposito/a.pdf',
      'https://firebasestorage.googleapis.com/v0/b/otro-deposito/o/a.pdf?alt=media&token=x',
      'https://storage.googleapis.com/otro-deposito/a.pdf',
      'https://otro-deposito.storage.googleapis.com/a.pdf',
      `http://storage.googleapis.com/${BUCKET}/a.pdf`,
      `https://ana:clave@storage.googleapis.com/${BUCKET}/a.pdf`,
      `https://storage.googleapis.com:8443/${BUCKET}/a.pdf`,
      `https://storage.googleapis.com/${BUCKET}/%E0%A4%A`,
      `https://storage.googleapis.com/${BUCKET}`,
      `gs://${BUCKET}/..`,
      `gs://${BUCKET}/.reports/informe.xlsx`,
      `gs://${BUCKET}/a\r\nHost: evil.test`,
      `gs://${BUCKET}/\ud800.pdf`,
      'gs:///a.pdf',
    ])
      expect([url, await find(url)]).toEqual([url, null]);
    expect([server.requests, asked]).toEqual([[], []]);
  });

  it('is looked up by name in the portal’s own store, without a request to its host', async () => {
    const heard: string[] = [];
    const listening = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end('secreto');
    });
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    afterFile(() => listening.close());
    const { port } = listening.address() as AddressInfo;
    for (const url of [
      `http://localhost:${port}/latest/meta-data`,
      `http://127.0.0.1:${port}/v0/b/${BUCKET}/o/a.pdf`,
      `http://storage.googleapis.com@127.0.0.1:${port}/${BUCKET}/a.pdf`,
      `http://0x7f000001:${port}/a.pdf`,
      `http://[::ffff:127.0.0.1]:${port}/a.pdf`,
      'http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/token',
      `https://storage.googleapis.com.evil.test/${BUCKET}/a.pdf`,
      `https://evilstorage.googleapis.com/${BUCKET}/a.pdf`,
    ]) {
      expect(placeOf(url)?.kind, url).toBe('asset');
      await expect((await require(url)).open(), url).rejects.toMatchObject({ code: 'not-found' });
    }
    expect([heard, server.requests]).toEqual([[], []]);
    expect(asked).toHaveLength(8);
  });
});
