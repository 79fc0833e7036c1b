import { expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { createLog } from '../../platform/log/log.ts';
import { PROJECTIONS } from '../../registries.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { projectionShape } from '../projection-shape.ts';
import type { AnyProjection } from '../projection.ts';
import { createProjectionIndex } from '../sync/project-documents.ts';
import { findOutdated } from './outdated.ts';
import { sweepCollection } from './sweep.ts';
import { verifyCollection } from './verify.ts';

const { sql } = await createTestDatabase();
const log = createLog({ level: 'silent', process: 'test' });
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
const projection = PROJECTIONS.find(({ table }) => table === 'puestos') as AnyProjection;
/** The projection of an earlier version, with another search text. */
const earlier: AnyProjection = { ...projection, project: (document) => ({ ...projection.project(document), search_text: 'como antes' }) };

const sweep = (made: AnyProjection, rewrite: boolean) =>
  sweepCollection({ sql, documents, log, index: createProjectionIndex([made]) }, made, { rewrite, patienceMs: 0 });
const isOutdated = async () => (await findOutdated(sql, [projection])).length === 1;

it('the shape of a projection changes with its columns and the rows it makes', () => {
  const shapes = PROJECTIONS.map(projectionShape);
  expect(PROJECTIONS.map(projectionShape)).toEqual(shapes);
  expect(projectionShape(earlier)).not.toBe(projectionShape(projection));
  expect(projectionShape({ ...projection, columns: { ...projection.columns, otra: 'text' } })).not.toBe(projectionShape(projection));
});

it('the shape of a projection changes with a rule that only its own probes reach', () => {
  const probed: AnyProjection = { ...projection, probes: [{ nombre: 'Retirado' }] };
  const ruled: AnyProjection = {
    ...probed,
    project: (document) => ({ ...probed.project(document), ...(document.data['nombre'] === 'Retirado' && { search_text: '' }) }),
  };
  expect(projectionShape({ ...ruled, probes: [] })).toBe(projectionShape(projection));
  expect(projectionShape(ruled)).not.toBe(projectionShape(probed));
});

it.each([
  ['agencias', 'fotos', '[{"url":'],
  ['agencias', 'fotos', '{"0":'],
  ['packages', 'detailOfPackage', '{"0":'],
])('the shape of %s changes with the reading of lists that other programs store in their own form (%s, %s)', (table, field, form) => {
  const reading = PROJECTIONS.find((one) => one.table === table) as AnyProjection;
  /** As if the reader found nothing there. */
  const without = (found: (data: Fields) => boolean): AnyProjection => ({
    ...reading,
    project: (document) => reading.project(found(document.data) ? { ...document, data: { ...document.data, [field]: [] } } : document),
  });
  expect(projectionShape(without(({ [field]: value }) => (JSON.stringify(value) ?? '').startsWith(form)))).not.toBe(
    projectionShape(reading),
  );
});

it('outdated rows are rewritten once, and only by a sweep in rewrite mode', async () => {
  await documents.main.create('puestos/uno', { nombre: 'Cajera' });
  expect(await isOutdated()).toBe(true);
  await sweep(earlier, true);
  expect(await isOutdated()).toBe(true);
  expect((await verifyCollection({ sql, documents }, projection, { patienceMs: 0 })).drift).toMatchObject([
    { problem: 'fields search_text' },
  ]);
  // A plain sweep compares versions only: it finds nothing to do, and does not record the shape.
  await sweep(projection, false);
  expect(await isOutdated()).toBe(true);
  expect(await sweep(projection, true)).toMatchObject({ rewritten: 1 });
  expect(await isOutdated()).toBe(false);
  expect((await verifyCollection({ sql, documents }, projection, { patienceMs: 0 })).drift).toEqual([]);
  await sweep(projection, false);
  expect(await isOutdated()).toBe(false);
  expect(await sweep(projection, true)).toMatchObject({ rewritten: 0 });
});
