import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { TOKEN, startApiServer } from '../../entrances/http/api/testing/api-server.ts';
import { AppError } from '../../domain/errors.ts';
import { createDiskFileStore } from '../files/disk-file-store.ts';
import { TEXT } from '../files/testing/sample-files.ts';
import { createReadableLog } from '../../testing/embedded-identity.ts';
import { describeAssets, type AssetFixture } from './assets.contract.ts';
import { createLocalAssets } from './local-assets.ts';
import { createRestBackend } from './create-rest-backend.ts';

const { log, text: logged } = createReadableLog();
const toStore = () => ({ body: Readable.from([TEXT]), fileName: 'nota.txt', contentType: 'text/plain', agencyId: 'central' });

async function local(): Promise<AssetFixture> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-archivos-'));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  const config = { web: { publicUrl: new URL('http://portal.test') } };
  const stored = async () => (await readdir(directory, { recursive: true }).catch(() => [])).filter((name) => name !== '.incoming').sort();
  return { assets: createLocalAssets({ config, files: createDiskFileStore(directory), log }), stored };
}

async function remote(): Promise<AssetFixture> {
  const api = await startApiServer({ UPLOAD_MAX_MB: '16' });
  const assets = createRestBackend({ url: api.url, token: TOKEN, log });
  afterAll(() => assets.close());
  return { assets, stored: () => api.stored() };
}

describe('files in this process', () => {
  describeAssets(local);

  it('are deleted when they are discarded', async () => {
    const { assets, stored } = await local();
    const { filename } = await assets.uploadAsset(toStore());
    await assets.discardAsset(filename);
    expect(await stored()).toEqual([]);
  });
});

describe('files behind a REST backend', () => {
  describeAssets(remote);

  it('stay there when they are discarded, and are named in the log', async () => {
    const { assets, stored } = await remote();
    const { filename } = await assets.uploadAsset(toStore());
    await assets.discardAsset(filename);
    expect(await stored()).toEqual([filename]);
    expect(logged()).toContain(filename);
  });

  it('say in an outage that nothing was stored only when something was being stored', async () => {
    const away = createRestBackend({ url: 'http://127.0.0.1:1', token: TOKEN, log, timeouts: { operationMs: 300 } });
    const sentence = async (work: Promise<unknown>) => {
      const error: unknown = await work.catch((reason: unknown) => reason);
      return error instanceof AppError ? error.userMessage : error;
    };
    expect(await sentence(away.uploadAsset(toStore()))).toBe(
      'El servidor de archivos no responde y no se guardó nada. Intente de nuevo en unos minutos.',
    );
    expect(await sentence(away.openAsset({ filename: 'x.txt' }))).toBe(
      'El servidor de archivos no responde. Intente de nuevo en unos minutos.',
    );
    away.close();
  });
});
