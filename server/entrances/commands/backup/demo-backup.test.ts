import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { listBackups } from '../../../backup/write-backup.ts';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { copyDemo } from '../../../testing/demo-copy.ts';
import { createTestIdentity } from '../../../testing/embedded-identity.ts';
import { runCommandHere } from '../../../testing/run-command-here.ts';
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
  return Object.fromEntries(await Promise.all(entries.filter((entry) => entry.isFile()).map(({ name }) => hash(name))));
}

describe('the demo, backed up while people write', () => {
  let folder = '';
  let from: Awaited<ReturnType<typeof copyDemo>>;
  /** Acknowledged before the backup began. */
  let before: { path: string; whole: string }[] = [];
  let written = 0;

  beforeAll(async () => {
    folder = await temporaryFolder();
    from = await copyDemo();
    afterFile(from.remove);
    await from.database.sql.query(`INSERT INTO identity.preferences (uid, theme) VALUES ('ana', 'dark')`);
    before = await documentsOf(from.database.sql);
    const store = createEmbeddedDocumentStore({ sql: from.database.sql, database: 'main' });
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        // Two that belong together: a backup has both or neither.
        const id = randomUUID();
        await store.batch(['a', 'b'].map((half) => ({ kind: 'create' as const, path: `puestos/${id}-${half}`, data: { nombre: id } })));
        written += 1;
      }
    })();
    const { code, output } = await runCommandHere(backup, ['--to', folder], from.environment);
    isOver = true;
    await writing;
    await store.close();
    expect(output).toMatch(/\d+ documents, \d+ accounts, \d+ files \(\d+ new\)/);
    expect(code).toBe(0);
  });

  it('comes back into empty stores: documents, files, accounts, preferences; read model and audit are proved', async () => {
    const into = await emptyPlace();
    const { code, output } = await runCommandHere(restore, ['--from', folder], into.environment);
    expect(output).toContain('The read model is what the documents say.');
    expect(output).toContain('The audit is whole.');
    expect(code).toBe(0);
    const restored = await documentsOf(into.sql);
    const places = new Set(restored.map(({ path: place, whole }) => `${place} ${whole}`));
    expect(before.filter(({ path: place, whole }) => !places.has(`${place} ${whole}`))).toEqual([]);
    // Of what was written meanwhile, nothing by half.
    expect(written).toBeGreaterThan(3);
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
    expect(again).toMatchObject({ code: 2, output: expect.stringContaining('is not empty') as string });
  });

  it('takes no file twice', async () => {
    const { output } = await runCommandHere(backup, ['--to', folder], from.environment);
    expect(output).toMatch(/files \(0 new\)/);
    expect(await listBackups(folder)).toHaveLength(2);
  });
});
