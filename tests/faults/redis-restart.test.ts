import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import type { DocumentStore } from '#server/ports/documents/document-store.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { copyDemo } from '#server/testing/demo-copy.ts';
import { startPortalProcess, type PortalProcess } from '#server/testing/portal-processes.ts';
import { startRedis, type TestRedis } from '#server/testing/redis.ts';
import { IS_LONG } from '#server/testing/run-seed.ts';
import { hasService } from '#server/testing/services.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { signIn } from '../e2e/demo-portal.ts';

const AGENCIES = '/locations/list-agencies';
/** More than a web process waits for its queue, and than one waits before it connects again. */
const OUTAGE_MS = IS_LONG ? 10_000 : 3_000;
const RECOVERY_MS = 15_000;

describe.skipIf(!hasService('Redis'))('Redis stopped for some seconds', () => {
  let redis: TestRedis;
  let database: TestDatabase;
  let store: DocumentStore;
  let web: PortalProcess;
  let worker: PortalProcess;
  let cookie = '';
  let secrets: string[] = [];
  let remove: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    redis = await startRedis();
    const [copy] = await Promise.all([copyDemo(), ensureBuild(path.resolve(import.meta.dirname, '../..'))]);
    ({ database, remove } = copy);
    const environment = { ...copy.environment, REDIS_URL: redis.url };
    store = createEmbeddedDocumentStore({ sql: database.sql, database: 'main' });
    secrets = ['API_TOKEN', 'SESSION_SECRET', 'DATABASE_URL'].map((name) => copy.environment[name] ?? '');
    expect(secrets).not.toContain('');
    [web, worker] = await Promise.all([startPortalProcess('web', environment), startPortalProcess('worker', environment)]);
    cookie = await signIn(web.url, 'admin@demo.coop');
  }, 180_000);
  afterAll(async () => {
    await Promise.all([web?.kill('SIGTERM'), worker?.kill('SIGTERM')]);
    await store?.close();
    await remove();
    await redis?.remove();
  });

  const nameOf = async (id: string) =>
    (await database.sql.query<{ nombre: string }>('SELECT nombre FROM agencias WHERE id = $1', [id])).rows[0]?.nombre;
  const namesOf = async (ids: readonly string[]) => {
    const { rows } = await database.sql.query<{ nombre: string }>('SELECT nombre FROM agencias WHERE id = ANY($1)', [ids]);
    return new Set(rows.map(({ nombre }) => nombre));
  };
  const readiness = async () => (await fetch(`${web.url}/readyz`)).status;

  async function createAgency(nombre: string): Promise<string> {
    const form = await (await fetch(`${web.url}${AGENCIES}/new`, { headers: { cookie, accept: 'text/html' } })).text();
    const formToken = /name="formToken"[^>]*value="([^"]*)"/.exec(form)?.[1] ?? '';
    const body = new URLSearchParams({ formToken, nombre, tipo: 'agencia', estado: 'true', direccion: 'Zona 1', intent: 'save' });
    const response = await fetch(`${web.url}${AGENCIES}/new`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie, accept: 'text/html', origin: web.url },
    });
    expect(response.status).toBe(302);
    return response.headers.get('location')?.split('/').at(-1) ?? '';
  }

  it('stops no one from writing, and what came meanwhile is in the lists within 15 seconds after it is back', async () => {
    await store.create('agencias/antes', { nombre: 'Antes' });
    await vi.waitFor(async () => expect(await nameOf('antes')).toBe('Antes'), { timeout: RECOVERY_MS, interval: 50 });
    await redis.stop();
    const stoppedAt = Date.now();
    expect(await nameOf(await createAgency('Agencia sin cola'))).toBe('Agencia sin cola');
    expect(await readiness()).toBe(503);
    const meanwhile = Array.from({ length: 50 }, (_unused, index) => `m${index}`);
    for (const id of meanwhile) await store.create(`agencias/${id}`, { nombre: `Mientras ${id}` });
    await store.delete('agencias/antes');
    expect(await nameOf('m0')).toBeUndefined();
    await pause(stoppedAt + OUTAGE_MS - Date.now());

    await redis.start();
    const startedAt = Date.now();
    await vi.waitFor(
      async () => {
        expect(await namesOf(meanwhile)).toEqual(new Set(meanwhile.map((id) => `Mientras ${id}`)));
        // A tombstone keeps nothing of the document.
        expect(await nameOf('antes')).toBe('');
      },
      { timeout: RECOVERY_MS, interval: 50 },
    );
    process.stdout.write(`redis restart: rows complete ${Date.now() - startedAt} ms after Redis is back\n`);
    // Without its own question whether Redis is ready, of which the answer may come among what is listened to.
    const client = new Redis(redis.url, { enableReadyCheck: false });
    const listener = await client.monitor();
    let heard = '';
    listener.on('monitor', (_time: string, words: string[]) => (heard += `${words.join(' ')}\n`));
    await store.create('agencias/despues', { nombre: 'Después' });
    await vi.waitFor(async () => expect(await nameOf('despues')).toBe('Después'), { timeout: RECOVERY_MS, interval: 50 });
    listener.disconnect();
    client.disconnect();
    // Jobs say where to look, never what is there, and hold nothing that opens a door.
    expect(heard).toContain('agencias/despues');
    for (const secret of ['Después', ...secrets]) expect(heard).not.toContain(secret);
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: RECOVERY_MS, interval: 100 });
  }, 90_000);
});
