import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Feature } from './features/feature.ts';
import type { Read } from './read-model/pages/screen-query.ts';
import { FEATURES, INBOX_ORDER, REGISTRIES, TILE_ORDER } from './registries.ts';
import { testEditor, testStaff } from './testing/test-staff.ts';

const repeated = (names: readonly string[]) => names.filter((name, place) => names.indexOf(name) !== place);

const FOLDER = path.join(import.meta.dirname, 'features');

/** What the files of features declare. */
async function findDeclared(): Promise<unknown[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const declared = await Promise.all(
    files.map(async (file) => {
      const names = [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/^export const (\w+) = feature\(/gm)];
      const module = (names.length > 0 ? await import(path.join(FOLDER, file)) : {}) as Readonly<Record<string, unknown>>;
      return names.map(([, name = '']) => module[name]);
    }),
  );
  return declared.flat();
}

describe('what features declare', () => {
  it('is registered: FEATURES lists every declared feature once', async () => {
    const declared = await findDeclared();
    expect(declared.length).toBeGreaterThan(20);
    expect(new Set<unknown>(FEATURES)).toEqual(new Set(declared));
    expect(FEATURES).toHaveLength(declared.length);
  });

  it('follows TILE_ORDER and INBOX_ORDER, which name each part exactly once', () => {
    const { inboxLists, tiles } = REGISTRIES;
    expect(tiles.map(({ id }) => id)).toEqual(TILE_ORDER);
    const menus = inboxLists.map((list) => (typeof list === 'function' ? 'own' : list.menu));
    expect(menus).toEqual([...INBOX_ORDER, 'own']);
  });

  it('says in words what each report leaves out for somebody, and nothing to whoever sees all of it', async () => {
    const unnamed: Read = () => Promise.resolve([]);
    const whole = testStaff();
    const limited = testEditor({ agencyId: 'a1', ownAgencyOnly: true });
    const narrow = REGISTRIES.reports.filter(({ access }) => JSON.stringify(access?.(whole)) !== JSON.stringify(access?.(limited)));
    expect(narrow.length).toBeGreaterThan(8);
    for (const { id, scope } of narrow) {
      expect([id, await scope?.(unnamed, limited)]).toEqual([id, expect.stringMatching(/^(Solo|Ningún) /)]);
      expect([id, await scope?.(unnamed, whole)]).toEqual([id, '']);
    }
  });

  it('has unique addresses, kinds and ids', () => {
    const { exportAddresses, heldKinds, jobs, lists, reports, tiles } = REGISTRIES;
    expect(repeated(exportAddresses.map(({ url }) => url))).toEqual([]);
    expect(repeated(lists.flatMap(({ searched }) => searched?.kind ?? []))).toEqual([]);
    for (const ids of [tiles, reports, heldKinds]) expect(repeated(ids.map(({ id }) => id))).toEqual([]);
    expect(repeated(jobs.map(({ id }) => id))).toEqual([]);
    for (const part of ['records', 'verbs'] as const)
      expect(repeated(FEATURES.flatMap((declared: Feature) => Object.keys(declared[part] ?? {})))).toEqual([]);
  });
});
