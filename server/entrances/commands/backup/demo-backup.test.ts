import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { signIn } from '#tests/e2e/demo-portal.ts';
import { listBackups } from '../../../backup/write-backup.ts';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { copyDemo } from '../../../testing/demo-copy.ts';
import { createTestIdentity } from '../../../testing/embedded-identity.ts';
import { nodeArguments } from '../../../testing/bundle-processes.ts';
import { startPortalProcess } from '../../../testing/portal-processes.ts';
import { runCommandProcess } from '../../../testing/run-command-process.ts';
import { runCommandHere } from '../../../testing/run-command-here.ts';
import { ensureBuild } from '../demo/ensure-build.ts';
import { childEnvironment } from '../demo/supervise.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { documentsOf, emptyPlace, temporaryFolder } from './testing/places.ts';

async function filesOf(environment: Record<string, string>): Promise<Record<string, string>> {
  const directory = environment['FILES_DIR'] ?? '';
  const entries = await readdir(directory, { withFileTypes: true });
  const hash = async (name: string) =>
    [
      name,
      createHash('sha256')
        .update(await readFile(path.join(directory, name)))
        .digest('hex'),
    ] as const;
  return Object.fromEntries(
    await Promise.all(entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => hash(name))),
  );
}

/** What a person does with the form of agencies. @returns whether it was acknowledged */
async function saveAgency(url: string, cookie: string, nombre: string): Promise<boolean> {
  const address = `${url}/locations/list-agencies/new`;
  const form = await (await fetch(address, { headers: { cookie, accept: 'text/html' } })).text();
  const formToken = /name="formToken"[^>]*value="([^"]*)"/.exec(form)?.[1] ?? '';
  const body = new URLSearchParams({ formToken, nombre, tipo: 'agencia', estado: 'true', direccion: 'Zona 1', intent: 'save' });
  const headers = { cookie, accept: 'text/html', origin: url };
  return (await fetch(address, { method: 'POST', body, redirect: 'manual', headers })).status === 302;
}

describe('a backup of the demo while people write and web, worker and backup are killed', () => {
  let folder = '';
  let from: Awaited<ReturnType<typeof copyDemo>>;
  /** Acknowledged before the backup began. */
  let before: { path: string; whole: string }[] = [];
  /** Names of what was acknowledged while it went on, and when. */
  const acknowledged: { nombre: string; at: number }[] = [];
  let isOver = false;

  beforeAll(async () => {
    folder = await temporaryFolder();
    [from] = await Promise.all([copyDemo(), ensureBuild(path.resolve(import.meta.dirname, '../../../..'))]);
    afterFile(from.remove);
    await from.database.sql.query(`INSERT INTO identity.preferences (uid, theme) VALUES ('ana', 'dark')`);
    const start = () => Promise.all((['web', 'worker'] as const).map((kind) => startPortalProcess(kind, from.environment)));
    let processes = await start();
    const kill = () => Promise.all(processes.map((running) => running.kill('SIGKILL')));
    afterFile(kill);
    const url = from.environment['PUBLIC_URL'] ?? '';
    const cookie = await signIn(url, 'admin@demo.coop');
    before = await documentsOf(from.database.sql);
    const store = createEmbeddedDocumentStore({ sql: from.database.sql, database: 'main' });
    const acknowledge = (nombre: string) => acknowledged.push({ nombre, at: Date.now() });
    const programs = (async () => {
      while (!isOver) {
        // Two that belong together: a backup has both or neither.
        const id = randomUUID();
        await store.batch(['a', 'b'].map((half) => ({ kind: 'create' as const, path: `puestos/${id}-${half}`, data: { nombre: id } })));
        acknowledge(id);
        await setTimeout(20);
      }
    })();
    const people = (async () => {
      while (!isOver) {
        const nombre = `Agencia ${randomUUID()}`;
        // Nobody was told that it is stored where the web was killed under it.
        if (await saveAgency(url, cookie, nombre).catch(() => false)) acknowledge(nombre);
        await setTimeout(50);
      }
    })();
    const underWay = async () => (await readdir(folder)).filter((name) => name.endsWith('.unfinished'));
    const killed = spawn(process.execPath, [...nodeArguments('backup'), '--to', folder], { env: childEnvironment(from.environment) });
    const left = await vi.waitUntil(async () => (await underWay())[0], { timeout: 30_000, interval: 5 });
    killed.kill('SIGKILL');
    await kill();
    processes = await start();
    expect(await listBackups(folder)).toEqual([]);
    const another = vi.waitUntil(async () => (await underWay()).some((name) => name !== left), { timeout: 60_000, interval: 5 });
    const killing = another.then(kill);
    // The one that was killed holds its lease for some seconds.
    const { output } = await vi.waitUntil(
      async () => {
        const answer = await runCommandProcess('backup', ['--to', folder], from.environment);
        return answer.code === 0 ? answer : null;
      },
      { timeout: 60_000, interval: 500 },
    );
    await killing;
    isOver = true;
    await Promise.all([programs, people]);
    await store.close();
    expect(output).toMatch(/\d+ documentos, \d+ cuentas, \d+ archivos \(\d+ nuevos?\)/);
    expect(await underWay()).toEqual([]);
  }, 300_000);

  it('is restored into empty stores with documents, files, accounts and preferences, and passes its checks', async () => {
    const into = await emptyPlace();
    const { code, output } = await runCommandHere(restore, ['--from', folder], into.environment);
    expect(output).toContain('Las listas dicen lo mismo que los documentos.');
    expect(output).toContain('La auditoría está íntegra.');
    expect(code).toBe(0);
    const restored = await documentsOf(into.sql);
    const places = new Set(restored.map(({ path: place, whole }) => `${place} ${whole}`));
    const unchanged = new Set((await documentsOf(from.database.sql)).map(({ path: place, whole }) => `${place} ${whole}`));
    const kept = before.map(({ path: place, whole }) => `${place} ${whole}`).filter((document) => unchanged.has(document));
    expect(kept.length).toBeGreaterThan(before.length - 20);
    expect(kept.filter((document) => !places.has(document))).toEqual([]);
    // Whatever was acknowledged before its moment.
    const moment = Date.parse((await listBackups(folder))[0]?.manifest.moment ?? '');
    const due = acknowledged.filter(({ at }) => at < moment);
    const { rows: stored } = await into.sql.query<{ nombre: string }>(`SELECT data->>'nombre' AS nombre FROM documents.documents`);
    const names = new Set(stored.map(({ nombre }) => nombre));
    process.stdout.write(`backup under kills: ${due.length} of ${acknowledged.length} acknowledged before its moment\n`);
    expect(due.filter(({ nombre }) => nombre.startsWith('Agencia')).length).toBeGreaterThan(3);
    expect(due.filter(({ nombre }) => !names.has(nombre))).toEqual([]);
    // Of what was written meanwhile, nothing by half.
    const halves = restored.map(({ path: place }) => place).filter((place) => /puestos\/.*-[ab]$/.test(place));
    expect(halves.filter((place) => place.endsWith('-a')).length).toBe(halves.filter((place) => place.endsWith('-b')).length);
    expect(await filesOf(into.environment)).toEqual(await filesOf(from.environment));
    const { rows } = await into.sql.query(`SELECT theme FROM identity.preferences WHERE uid = 'ana'`);
    expect(rows).toEqual([{ theme: 'dark' }]);
    const { identity } = createTestIdentity(into.sql);
    const signedIn = await identity.signIn({ email: 'admin@demo.coop', password: DEMO_PASSWORD, userAgent: '' });
    expect(signedIn).not.toBeNull();
    // Not over what is there.
    const again = await runCommandHere(restore, ['--from', folder], into.environment);
    expect(again).toMatchObject({ code: 2, output: expect.stringContaining('no está vacío') as string });
  }, 300_000);

  it('stores no file a second time when it is repeated', async () => {
    const made = await listBackups(folder);
    const { output } = await runCommandHere(backup, ['--to', folder], from.environment);
    expect(output).toMatch(/archivos \(0 nuevos\)/);
    expect(await listBackups(folder)).toHaveLength(made.length + 1);
  });
});
