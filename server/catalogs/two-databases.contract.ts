import { beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseName } from '../ports/documents/document-store.ts';
import { createLog } from '../platform/log/log.ts';
import { createProjectionIndex } from '../read-model/sync/project-documents.ts';
import { verifyRowTotals } from '../read-model/upkeep/row-totals.ts';
import { sweepCollection } from '../read-model/upkeep/sweep.ts';
import { verifyCollection } from '../read-model/upkeep/verify.ts';
import { PROJECTIONS } from '../registries.ts';
import { createSearch } from '../features/search/index.ts';
import { CATALOGS } from './registry.ts';
import { actor, auditOf } from './testing/catalog-tools.ts';
import type { CatalogFixture } from './testing/catalog-fixture.ts';
import { someServices } from '../testing/some-services.ts';

const OWN = { main: 'departamentos', digitalization: 'categorias' } as const;
const other = (database: DatabaseName): DatabaseName => (database === 'main' ? 'digitalization' : 'main');
const DATABASES = ['main', 'digitalization'] as const;

/** Two databases with collections of the same name: records of one are never taken for the other's. */
export function describeTwoDatabases({ sql, documents, readModel, catalogs }: CatalogFixture): void {
  const services = { sql, documents, index: createProjectionIndex(PROJECTIONS), log: createLog({ level: 'silent', process: 'test' }) };
  const search = createSearch(someServices({ sql, shownMenu: { read: () => Promise.resolve(null) }, registries: { reports: [] } }));

  describe.each(DATABASES)('the catalog of the database %s', (database) => {
    const catalog = OWN[database];
    const { projection } = CATALOGS[catalog];
    const path = `${catalog}/cruce-${database}`;
    const names = async (q: string) =>
      (await catalogs.findRecords({ actor, catalog, params: new URLSearchParams({ q }) })).rows.map((row) => row['nombre']);
    const exported = async () => {
      const { rows } = await catalogs.exportRecords({ actor, catalog, params: new URLSearchParams('q=zanahoria') });
      const cells: unknown[] = [];
      for await (const batch of rows(new AbortController().signal)) cells.push(...batch.map(([name]) => name));
      return cells;
    };
    const found = async () =>
      (await search.findEverything({ actor, q: 'zanahoria', cookies: '' })).groups
        .filter(({ kind }) => kind === catalog)
        .flatMap(({ hits }) => hits.map(({ title }) => title));

    beforeAll(async () => {
      for (const [place, nombre] of [
        [database, 'Zanahoria propia'],
        [other(database), 'Zanahoria ajena'],
      ] as const) {
        await documents[place].set(path, { nombre });
        await documents[place].set(`${catalog}/solo-${place}`, { nombre: `Zanahoria de ${place}` });
        await readModel.projectNow(place, [path, `${catalog}/solo-${place}`]);
      }
    });

    it('lists, counts, finds and exports only its own documents', async () => {
      const own = ['Zanahoria propia', `Zanahoria de ${database}`].sort();
      expect((await names('zanahoria')).sort()).toEqual(own);
      expect((await catalogs.findRecords({ actor, catalog, params: new URLSearchParams('q=zanahoria') })).total).toBe(2);
      expect((await exported()).sort()).toEqual(own);
      expect((await found()).sort()).toEqual(own);
    });

    it('is swept, verified and counted only against its own documents', async () => {
      await sql.query(`UPDATE ${catalog} SET nombre = 'cambiada' WHERE id = 'cruce-${database}'`);
      await sql.query(`DELETE FROM ${catalog} WHERE id = 'solo-${database}'`);
      await sweepCollection(services, projection, { rewrite: true, patienceMs: 0 });
      expect((await verifyCollection(services, projection, { patienceMs: 0 })).drift).toEqual([]);
      expect((await names('zanahoria')).sort()).toEqual(['Zanahoria propia', `Zanahoria de ${database}`].sort());
      expect(await verifyRowTotals(sql)).toEqual([]);
    });

    it('is watched only in its own database', () => {
      expect(PROJECTIONS.filter(({ collection }) => collection === catalog).map((watched) => watched.database)).toEqual([database]);
      expect(services.index.find(other(database), path)).toBeNull();
    });

    it('writes document and audit entry into its own database', async () => {
      const { id } = await catalogs.createRecord({ actor, catalog, values: { nombre: 'Apio' }, formToken: '' });
      const written = `${catalog}/${id}`;
      expect(await documents[other(database)].get(written)).toBeNull();
      expect(await auditOf({ documents }, written, other(database))).toEqual([]);
      expect(await auditOf({ documents }, written, database)).toHaveLength(1);
      await catalogs.deactivateRecord({ actor, catalog, id });
      expect(await auditOf({ documents }, written, database)).toHaveLength(2);
      expect((await documents[other(database)].get(path))?.data['nombre']).toBe('Zanahoria ajena');
    });
  });
}
