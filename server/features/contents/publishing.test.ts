import { beforeEach, describe, expect, it } from 'vitest';
import { storedVersion } from '../../records/content-version.ts';
import { recordKind } from '../../catalogs/record.ts';
import { createCatalogs } from '../../catalogs/catalogs.ts';
import { CATALOGS } from '../../catalogs/registry.ts';
import { createCatalogFixture, type CatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';
import { actor, auditOf } from '../../catalogs/testing/catalog-tools.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { addDays, dayOf, startOfDay } from '../../domain/dates.ts';
import { NO_SETTINGS } from '../../live-settings/general-settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { publishContents, PUBLISHER } from './publish-contents.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';
import { someServices } from '../../testing/some-services.ts';
import { createBulk } from '../bulk/index.ts';

const TODAY = '2028-02-29';
const log = createLog({ level: 'silent', process: 'test' });

/** The job, on whatever document store the fixture has. */
function describePublishing(fixture: CatalogFixture): void {
  const { sql, documents, readModel, catalogs } = fixture;
  /** Five past midnight of the day, or another moment. */
  const run = (isAutomatic: boolean, day = TODAY, afterMs = 300_000) =>
    publishContents(servicesWhere(isAutomatic), { now: new Date(startOfDay(day).getTime() + afterMs) });
  const servicesWhere = (isAutomatic: boolean) => {
    const liveSettings = { ...unchangedSettings(), stored: () => ({ ...NO_SETTINGS, publicacionAutomatica: isAutomatic }) };
    return someServices({ sql, documents, readModel, liveSettings, log });
  };
  const put = async (path: string, data: Fields) => {
    await documents.main.set(path, { nombre: 'Una', isActive: true, createdAt: new Date(), updatedAt: new Date(), ...data });
    await readModel.projectNow('main', [path]);
  };
  const stored = async (path: string): Promise<Fields> => (await documents.main.get(path))?.data ?? {};
  const actsOf = async (path: string) => (await auditOf(fixture, path)).map(({ action, user }) => [user, action]);
  const promotion = (id: string) => catalogs.getRecord({ actor, catalog: 'promociones', id });
  let made = 0;
  let id = '';
  let path = '';
  beforeEach(() => {
    id = `contenido-${(made += 1)}`;
    path = `promociones/${id}`;
  });

  describe('expired content', () => {
    it('is hidden once, on the day after its last day, with an audit entry of the job', async () => {
      const offer = `plazas_vacantes/${id}`;
      await put(offer, { fechaPapeleria: addDays(TODAY, -1), estado: true });
      await run(true, TODAY, -1);
      expect(await stored(offer)).toMatchObject({ estado: true });
      await run(true);
      await run(true);
      expect(await stored(offer)).toMatchObject({ estado: false });
      expect(await auditOf(fixture, offer)).toMatchObject([
        {
          user: PUBLISHER.id,
          userName: 'Publicación automática',
          action: AUDIT_ACTIONS.contentExpired,
          beforeData: { estado: true },
          newData: { estado: false },
        },
      ]);
    });

    it('stays visible when automatic publishing is off, and when it was deleted', async () => {
      await put(path, { vigenciaHasta: addDays(TODAY, -1), estado: true });
      await run(false);
      expect(await stored(path)).toMatchObject({ estado: true });
      await put(path, { vigenciaHasta: addDays(TODAY, -1), estado: true, isActive: false });
      await run(true);
      expect(await stored(path)).toMatchObject({ estado: true });
      expect(await actsOf(path)).toEqual([]);
    });

    it('is judged by its document, not by an outdated row', async () => {
      await put(path, { vigenciaHasta: addDays(TODAY, -1), estado: true });
      await documents.main.update(path, { vigenciaHasta: addDays(TODAY, 5) });
      await run(true);
      expect(await stored(path)).toMatchObject({ estado: true });
      expect(await actsOf(path)).toEqual([]);
    });

    it('is hidden even months later', async () => {
      await put(path, { vigenciaHasta: addDays(TODAY, -200), estado: true });
      await run(true);
      expect(await stored(path)).toMatchObject({ estado: false });
    });

    it('is saved in the name of the job, and an open form merges the change', async () => {
      await put(path, { vigenciaHasta: addDays(TODAY, -1), estado: true });
      const seen = await promotion(id);
      await run(true);
      const values = { ...seen.values, nombre: 'Otra' };
      const { merged } = await catalogs.updateRecord({
        actor,
        catalog: 'promociones',
        id,
        ifVersion: seen.version,
        values,
        base: seen.values,
      });
      expect(merged).toMatchObject({ fields: ['estado'], savedBy: { name: 'Publicación automática' } });
      expect(await stored(path)).toMatchObject({ estado: false, nombre: 'Otra' });
    });
  });

  describe('content before its first day', () => {
    const begins = addDays(TODAY, 1);
    beforeEach(() => put(path, { vigenciaDesde: begins, vigenciaHasta: addDays(TODAY, 10), estado: true }));

    it('is hidden, and shown at five past midnight of its first day, once each', async () => {
      await run(true);
      await run(true);
      expect(await stored(path)).toMatchObject({ estado: false, estadoProgramado: true });
      await run(true, begins);
      await run(true, begins);
      expect(await stored(path)).toMatchObject({ estado: true, estadoProgramado: false });
      expect(await actsOf(path)).toEqual([
        [PUBLISHER.id, AUDIT_ACTIONS.contentScheduled],
        [PUBLISHER.id, AUDIT_ACTIONS.contentPublished],
      ]);
    });

    it('reads as visible while it waits, with an unchanged version for an open form', async () => {
      const before = await promotion(id);
      await run(true);
      const after = await promotion(id);
      expect([after.values['estado'], after.version]).toEqual([true, before.version]);
      const { data } = (await documents.main.get(path)) ?? { data: {} };
      expect(storedVersion(recordKind(CATALOGS.promociones.definition).read, data)).toBe(before.version);
    });

    it('stays hidden when a person hides it while it waits', async () => {
      await run(true);
      const { version } = await promotion(id);
      await catalogs.updateRecord({ actor, catalog: 'promociones', id, ifVersion: version, values: { estado: false } });
      expect(await stored(path)).toMatchObject({ estado: false, estadoProgramado: false });
      await run(true, begins);
      expect(await stored(path)).toMatchObject({ estado: false });
      expect((await promotion(id)).values['estado']).toBe(false);
    });

    it('stays scheduled when a person changes something else', async () => {
      await run(true);
      const { version } = await promotion(id);
      await catalogs.updateRecord({ actor, catalog: 'promociones', id, ifVersion: version, values: { nombre: 'Nueva', estado: true } });
      await run(true, begins);
      expect(await stored(path)).toMatchObject({ estado: true, nombre: 'Nueva' });
    });

    it('is shown again when automatic publishing is turned off', async () => {
      await run(true);
      await run(false);
      expect(await stored(path)).toMatchObject({ estado: true, estadoProgramado: false });
    });

    it('stays hidden when it has expired before the job runs again', async () => {
      await run(true);
      await run(true, addDays(TODAY, 40));
      expect(await stored(path)).toMatchObject({ estado: false, estadoProgramado: false });
    });
  });

  describe('content that a person shows before its first day', () => {
    const vigenciaDesde = addDays(dayOf(new Date()), 7);
    const WAITING = { estado: false, estadoProgramado: true };
    const create = async (isAutomatic: boolean, values: object) => {
      const call = { actor, catalog: 'promociones' as const, values: { nombre: 'Una', ...values }, formToken: '' };
      const { id: made } = await createCatalogs(servicesWhere(isAutomatic)).createRecord(call);
      return `promociones/${made}`;
    };

    it('waits as soon as it is created, only with automatic publishing, and only until its first day', async () => {
      expect(await stored(await create(true, { vigenciaDesde }))).toMatchObject(WAITING);
      expect(await stored(await create(false, { vigenciaDesde }))).toMatchObject({ estado: true });
      expect(await stored(await create(true, { vigenciaDesde: dayOf(new Date()) }))).toMatchObject({ estado: true });
      expect(await stored(await create(true, { vigenciaDesde, estado: false }))).toMatchObject({ estado: false });
    });

    it('waits again once the act that hid it is undone, or it is published', async () => {
      await put(path, { vigenciaDesde, ...WAITING });
      const bulk = createBulk(servicesWhere(true));
      const start = (act: string) =>
        bulk.startBulk({
          actor,
          url: '/promotions/list-promotions',
          params: new URLSearchParams(),
          act,
          ids: [id],
          all: false,
          typed: {},
          formToken: '',
        });
      const hidden = await start('hide');
      expect(await stored(path)).toMatchObject({ estado: false, estadoProgramado: false });
      await bulk.undoBulk({ actor, id: hidden.id });
      expect(await stored(path)).toMatchObject(WAITING);
      expect((await promotion(id)).values['estado']).toBe(true);
      await start('hide');
      expect((await start('publish')).sentence).toContain('La app la mostrará desde el ');
      expect(await stored(path)).toMatchObject(WAITING);
    });
  });

  it('never shows content that a person has hidden', async () => {
    await put(path, { vigenciaDesde: addDays(TODAY, -1), vigenciaHasta: addDays(TODAY, 1), estado: false });
    await run(true);
    await run(false);
    expect(await stored(path)).toMatchObject({ estado: false });
    expect(await actsOf(path)).toEqual([]);
  });

  it('hides 130 offers in batches, once each even with two concurrent workers', async () => {
    const paths = Array.from({ length: 130 }, (_unused, index) => `plazas_vacantes/muchas-${made}-${index}`);
    const now = new Date();
    await documents.main.batch(
      paths.map((one) => ({
        kind: 'set' as const,
        path: one,
        data: { nombre: 'Una', estado: true, fechaPapeleria: '01/01/2020', isActive: true, createdAt: now, updatedAt: now },
      })),
    );
    await readModel.projectNow('main', paths);
    await Promise.all([run(true), run(true)]);
    const states = (await documents.main.getMany(paths)).map((document) => document?.data['estado']);
    expect(new Set(states)).toEqual(new Set([false]));
    const entries = await Promise.all(paths.slice(0, 20).map((one) => auditOf(fixture, one)));
    expect(entries.map(({ length }) => length)).toEqual(entries.map(() => 1));
  });
}

await describeOnStores('publishing', async (stores) => describePublishing(await createCatalogFixture(stores)));
