import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { AppError } from '../../domain/errors.ts';
import { runs } from '../../testing/run-seed.ts';

const fixture = await createCatalogFixture();

it('any sequence of moves, creations, deactivations and restores leaves the numbers 1 to n', async () => {
  const { catalogs, documents } = fixture;
  const actor = testStaff();
  let service = 0;
  const step = fc.record({ kind: fc.constantFrom('move', 'move', 'create', 'deactivate', 'restore'), id: fc.nat(), after: fc.nat() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const serviceId = `propiedad-${(service += 1)}`;
      await documents.main.create(`productos_servicios/${serviceId}`, { nombre: serviceId, orden: service });
      const list = { catalog: 'productos_servicios_productos', parentId: serviceId } as const;
      const ids: string[] = [];
      const removed = new Set<string>();
      for (const { kind, id: at, after } of steps) {
        const id = ids[at % Math.max(1, ids.length)];
        if (kind === 'create' || id === undefined) {
          ids.push((await catalogs.createRecord({ actor, ...list, values: { nombre: `P${ids.length}` }, formToken: '' })).id);
        } else if (kind === 'move') {
          await catalogs
            .moveRecord({ actor, ...list, id, afterId: ['', ...ids][after % (ids.length + 1)] ?? '' })
            .catch((error: unknown) => {
              if (!(error instanceof AppError) || error.code !== 'conflict' || removed.size === 0) throw error;
            });
        } else if (kind === 'deactivate') {
          await catalogs.deactivateRecord({ actor, ...list, id });
          removed.add(id);
        } else {
          await catalogs.restoreRecord({ actor, ...list, id });
          removed.delete(id);
        }
      }
      const stored = (await documents.main.query({ collection: `productos_servicios/${serviceId}/productos` })).filter(
        (document) => document.data['isActive'] === true,
      );
      expect(stored.map((document) => Number(document.data['orden'])).sort((a, b) => a - b)).toEqual(stored.map((_, index) => index + 1));
      expect(stored.map((document) => document.id).sort()).toEqual(ids.filter((id) => !removed.has(id)).sort());
    }),
    { numRuns: runs(8) },
  );
});
