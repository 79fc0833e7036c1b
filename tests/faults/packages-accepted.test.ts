import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Documents, Fields } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { startPortalProcess } from '#server/testing/portal-processes.ts';
import { runCommandProcess } from '#server/testing/run-command-process.ts';
import { some } from '#server/testing/run-seed.ts';
import { useDemoProcesses } from '../e2e/demo-portal.ts';

const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';
const ACCEPTS = 50;
const PEOPLE = ['admin', 'editor'] as const;
const LINES = ['RECEIVED', 'DAMAGED', 'MISSING', 'RECEIVED', 'RECEIVED'];
const ARRIVED = 4;

/** When the processes are killed: a number of milliseconds after the forms were sent, or when the package is accepted. */
const MOMENTS = ['accepted', ...some([0, 15, 40, 80, 160, 320], 2)] as const;

describe('50 simultaneous accepts of a package by two people, while web and worker are killed', () => {
  const portal = useDemoProcesses({ browser: false });
  let documents: Documents;
  let unanswered = 0;
  const put = async (database: keyof Documents, place: string, data: Fields) => {
    await documents[database].set(place, data);
    const log = createLog({ level: 'silent', process: 'test' });
    await createReadModel({ sql: portal.database.sql, documents, log, projections: PROJECTIONS }).projectNow(database, [place]);
  };
  const storedAt = async (place: string) => (await documents.digitalization.get(place))?.data ?? {};

  beforeAll(async () => {
    const { sql } = portal.database;
    documents = {
      main: createEmbeddedDocumentStore({ sql, database: 'main' }),
      digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
    };
    // The second person receives packages at the destination.
    await put('digitalization', 'categorias/caida', { nombre: 'Caída' });
    await put('digitalization', 'tipos_documento/caida', { nombre: 'Caída', categoryId: 'caida' });
    await put('digitalization', 'permisos_documentos/caida', { title: 'Caída', permissions: { caida: { caida: ['view'] } } });
    const editor = (await documents.main.get('usuarios/demo-editor'))?.data ?? {};
    await put('main', 'usuarios/demo-editor', { ...editor, agency: 'agencia-02', digitalization_permission_id: 'caida' });
    const menus = (await documents.main.get('permisos_rol/editor'))?.data['menus'];
    await put('main', 'permisos_rol/editor', { menus: [...(Array.isArray(menus) ? menus : ['home']), 'packages-received'] });
    for (const person of PEOPLE) await portal.cookieOf(person);
  }, 180_000);

  async function makeSent(id: string): Promise<void> {
    await put('digitalization', `PACKAGES/${id}`, {
      from: 'demo-admin',
      fromUser: { id: 'demo-admin', name: 'Lucía', agency: 'agencia-01' },
      agencyId: 'agencia-02',
      userAssign: '',
      status: 'SENT',
      sended: true,
      sendedAt: new Date(),
      needReassign: false,
      detailOfPackage: LINES.map((verdict, place) => ({
        lineId: `l${place}`,
        document: `Papel ${place}`,
        digitalizationId: '',
        verdict,
        digitalizationCategory: { id: 'caida' },
        digitalizationDocument: { id: 'caida' },
      })),
    });
  }

  /** Status of the response, 0 when there was none. */
  async function accept(id: string, person: (typeof PEOPLE)[number], formToken: string): Promise<number> {
    const headers = { cookie: await portal.cookieOf(person), origin: portal.url, accept: 'application/json' };
    const body = new URLSearchParams({ intent: 'accept', formToken });
    return fetch(`${portal.url}${RECEIVED}/${id}`, { method: 'POST', body, headers, redirect: 'manual' }).then(
      ({ status }) => status,
      () => 0,
    );
  }

  /** Half of each person's forms share one form token: they are one form that is sent repeatedly. */
  const tokenOf = (id: string, place: number) => `${id}-formulario-${place < ACCEPTS / 2 ? PEOPLE[place % 2] : place}`.slice(0, 64);

  async function killAt(id: string, moment: (typeof MOMENTS)[number]): Promise<void> {
    if (moment === 'accepted')
      await vi.waitFor(async () => expect((await storedAt(`PACKAGES/${id}`))['status']).toBe('ACCEPTED'), { timeout: 30_000, interval: 1 });
    else await new Promise((resolve) => setTimeout(resolve, moment));
    await Promise.all([portal.web.kill('SIGKILL'), portal.worker.kill('SIGKILL')]);
  }

  it.each(MOMENTS.map((moment, round) => [round, moment] as const))(
    'round %i, killed at %s: creates one document per arrived paper, and one audit entry per act',
    async (round, moment) => {
      const id = `caida-${round}`;
      await makeSent(id);
      const sending = Promise.all(Array.from({ length: ACCEPTS }, (_none, at) => accept(id, PEOPLE[at % 2] ?? 'admin', tokenOf(id, at))));
      await killAt(id, moment);
      const first = await sending;
      unanswered += first.filter((status) => status === 0).length;
      [portal.web, portal.worker] = await Promise.all([
        startPortalProcess('web', portal.environment),
        startPortalProcess('worker', portal.environment),
      ]);
      // Everybody who got no response sends the form again.
      const again = await Promise.all(
        first.flatMap((status, at) => (status === 0 ? [accept(id, PEOPLE[at % 2] ?? 'admin', tokenOf(id, at))] : [])),
      );
      for (const status of [...first, ...again].filter((status) => status !== 0)) expect([302, 409]).toContain(status);
      expect([...first, ...again]).toContain(302);

      expect((await storedAt(`PACKAGES/${id}`))['status']).toBe('ACCEPTED');
      const where = [{ field: 'fromPackaging', op: '==', value: id } as const];
      const made = await documents.digitalization.query({ collection: 'documentos', where });
      expect(made).toHaveLength(ARRIVED);
      const lines = (await storedAt(`PACKAGES/${id}`))['detailOfPackage'] as Fields[];
      expect(lines.map(({ digitalizationId }) => made.some((document) => document.id === digitalizationId))).toEqual([
        true,
        true,
        false,
        true,
        true,
      ]);
      expect(await actionsOf(`PACKAGES/${id}`)).toEqual(['PAQUETE RECIBIDO']);
      for (const document of made) expect(await actionsOf(document.path)).toEqual(['NUEVO ARCHIVO DIGITALIZADO']);
      expect(new Set(made.map(({ data }) => data['userId'])).size).toBe(1);
    },
    120_000,
  );

  async function actionsOf(targetPath: string): Promise<unknown[]> {
    const where = [{ field: 'targetPath', op: '==', value: targetPath } as const];
    return (await documents.digitalization.query({ collection: 'auditoria', where })).map(({ data }) => data['action']);
  }

  it('the read model matches the documents afterwards', async () => {
    expect(unanswered).toBeGreaterThan(0);
    const verify = () => runCommandProcess('read-model', ['verify'], portal.environment);
    await vi.waitFor(async () => expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/./) as string }), {
      timeout: 120_000,
      interval: 1_000,
    });
  }, 180_000);
});
