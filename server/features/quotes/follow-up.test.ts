import { describe, expect, it } from 'vitest';
import type { Fields } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { describeLifecycle } from '../../testing/lifecycle/lifecycle.contract.ts';
import { expectRowToEqualDocument } from '../../testing/lifecycle/stored-and-row.ts';
import { quoteEntity } from './testing/quote-entity.ts';
import { createQuoteFixture, SAMPLE, type QuoteFixture } from './testing/quote-fixture.ts';
import { testEditor } from '../../testing/test-staff.ts';
import { failureOf } from '../../testing/failures.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';
import { runs } from '../../testing/run-seed.ts';

const actor = testEditor();
let made = 0;
const newToken = () => `token-of-a-form-${String((made += 1)).padStart(4, '0')}`;

/** How many people send a follow-up to one quote at the same moment. */
const PARALLEL = runs(20);

/** Following up, on whatever document store the fixture has. */
function describeFollowUps(fixture: QuoteFixture): void {
  const { documents, quotes, elsewhere, put, sql } = fixture;
  const follow = (id: string, change: { comentario?: string; etapa?: string; cambio?: string } = {}, formToken = newToken()) =>
    quotes.followUpQuote({
      actor,
      id,
      formToken,
      requestId: 'r-1',
      values: { etapa: 'Llamada', comentario: 'Interesada', cambio: '', ...change },
    });
  const stored = async (id: string): Promise<Fields> => (await documents.main.get(`cotizaciones/${id}`))?.data ?? {};
  const logOf = async (id: string) => (await stored(id))['bitacora'] as readonly Fields[];
  const auditOf = async (id: string) => {
    const entries = await documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: `cotizaciones/${id}` }],
    });
    return entries.map((entry) => entry.data);
  };

  const entity = quoteEntity(fixture);
  describe('a quote of the mobile app', () => describeLifecycle(fixture, entity));

  describe('a follow-up', () => {
    it('is stored in document and row, keeps other fields, and clears the next contact when it closes the quote', async () => {
      const path = await entity.create();
      await follow(path.slice('cotizaciones/'.length), { comentario: 'Con acento: también', cambio: 'cerrar' });
      const { document } = await expectRowToEqualDocument(fixture, entity.projection, path, entity.computed);
      const { isActive: _active, createdAt: _created, updatedAt: _updated, ...fields } = document.data;
      const entry = { fecha: expect.any(Date), usuario: 'Ana Pérez', etapa: 'Llamada', comentario: 'Con acento: también' };
      expect(fields).toEqual({
        ...entity.first,
        estado: false,
        proximoContacto: null,
        bitacora: [...(entity.first['bitacora'] as readonly Fields[]), entry],
      });
    });

    it('changes estado and bitacora and leaves every other field as it was', async () => {
      const old = [
        { fecha: new Date('2026-11-02T10:00:00Z'), usuario: 'Beto', etapa: 'Visita', comentario: 'Antes', extra: [1, { a: null }] },
        'nota suelta',
      ];
      await put('campos', { bitacora: old });
      expect(await follow('campos', { comentario: '  Línea 1\r\nLínea 2 ', cambio: 'cerrar' })).toEqual({
        estado: false,
        change: 'closed',
      });
      const { bitacora, estado, updatedAt, ...others } = await stored('campos');
      const { bitacora: _log, estado: _state, updatedAt: before, ...untouched } = SAMPLE;
      expect(others).toEqual(untouched);
      expect(estado).toBe(false);
      expect(bitacora).toEqual([
        ...old,
        { fecha: expect.any(Date), usuario: 'Ana Pérez', etapa: 'Llamada', comentario: 'Línea 1\nLínea 2' },
      ]);
      // The store's own field: without it the change would not be seen by watchers.
      expect((updatedAt as Date).getTime()).toBeGreaterThan(before.getTime());
    });

    it('is audited with what it added, and shows in list and record at once', async () => {
      await put('auditada');
      await follow('auditada', { etapa: 'Propuesta enviada' });
      expect(await auditOf('auditada')).toMatchObject([
        {
          user: 'ana',
          userName: 'Ana Pérez',
          action: AUDIT_ACTIONS.quoteFollowedUp,
          requestId: 'r-1',
          beforeData: { estado: true },
          newData: { estado: true, bitacora: [{ etapa: 'Propuesta enviada' }] },
        },
      ]);
      expect(await quotes.getQuote({ actor, id: 'auditada' })).toMatchObject({
        days: 0,
        followUps: [{ usuario: 'Ana Pérez', etapa: 'Propuesta enviada', comentario: 'Interesada' }],
      });
      const { rows } = await sql.query(
        `SELECT follow_up_count, last_stage, last_follow_up_at IS NOT NULL AS followed FROM cotizaciones WHERE id = 'auditada'`,
      );
      expect(rows).toEqual([{ follow_up_count: 1, last_stage: 'Propuesta enviada', followed: true }]);
    });

    it('closes by its stage or the checkbox, reopens, and can be added to a closed quote', async () => {
      await put('ciclo');
      const steps = [
        [{ etapa: 'Cerrada' }, { estado: false, change: 'closed' }],
        [{ etapa: 'Llamada' }, { estado: false, change: 'none' }],
        [{ cambio: 'cerrar' }, { estado: false, change: 'none' }],
        [{ cambio: 'reabrir' }, { estado: true, change: 'reopened' }],
        [
          { etapa: 'Rechazada', motivoPerdida: 'Otro', cambio: 'cerrar' },
          { estado: false, change: 'closed' },
        ],
      ] as const;
      for (const [change, result] of steps) expect(await follow('ciclo', change)).toEqual(result);
      expect(await logOf('ciclo')).toHaveLength(steps.length);
      const actions = (await auditOf('ciclo')).map((entry) => entry['action']).sort();
      expect(actions).toEqual(
        [
          AUDIT_ACTIONS.quoteClosed,
          AUDIT_ACTIONS.quoteClosed,
          AUDIT_ACTIONS.quoteReopened,
          AUDIT_ACTIONS.quoteFollowedUp,
          AUDIT_ACTIONS.quoteFollowedUp,
        ].sort(),
      );
    });

    it('is added once for a form sent four times, and again with other words or by another person', async () => {
      await put('doble');
      const token = newToken();
      await Promise.all([1, 2, 3, 4].map(() => follow('doble', {}, token)));
      expect(await logOf('doble')).toHaveLength(1);
      expect(await auditOf('doble')).toHaveLength(1);
      await follow('doble', { comentario: 'Corregido' }, token);
      await quotes.followUpQuote({
        actor: testEditor({ id: 'beto', name: 'Beto' }),
        id: 'doble',
        formToken: token,
        values: { etapa: 'Llamada', comentario: 'Interesada', cambio: '' },
      });
      expect((await logOf('doble')).map((entry) => entry['usuario'])).toEqual(['Ana Pérez', 'Ana Pérez', 'Beto']);
    });

    it.each([
      [{ etapa: 'Otra' }, 'etapa'],
      [{ etapa: '' }, 'etapa'],
      [{ comentario: ' \n ' }, 'comentario'],
      [{ comentario: 'x'.repeat(2_001) }, 'comentario'],
      [{ cambio: 'borrar' }, 'cambio'],
      [{ etapa: 'Cerrada', cambio: 'reabrir' }, 'etapa'],
    ])('with %j is refused at its field and stores nothing', async (change, field) => {
      await put('rechazada');
      const error = await failureOf(follow('rechazada', change));
      expect(error.code).toBe('invalid-input');
      expect(Object.keys(error.fields ?? {})).toEqual([field]);
      expect(await logOf('rechazada')).toEqual([]);
    });

    it.each([
      ['text', 'Llamó ayer'],
      ['one entry', { comentario: 'Sola', fecha: '02/11/2026' }],
    ])('keeps a log that was stored as %s', async (_kind, bitacora) => {
      await put('rara', { bitacora });
      await follow('rara');
      expect((await logOf('rara'))[0]).toEqual(bitacora);
      expect((await quotes.getQuote({ actor, id: 'rara' })).followUps).toHaveLength(2);
    });

    it('to a deleted or unknown quote, or without the menu, is refused', async () => {
      await put('ajena');
      await put('quitada', { isActive: false });
      for (const id of ['no-existe', 'quitada', 'a/b', '..', '']) expect((await failureOf(follow(id))).code, id).toBe('not-found');
      const other = quotes.followUpQuote({ actor: testEditor({}, ['customers']), id: 'ajena', formToken: newToken(), values: {} });
      expect((await failureOf(other)).code).toBe('forbidden');
      expect(await logOf('ajena')).toEqual([]);
    });

    it(`is not lost when ${PARALLEL} arrive at the same moment through two web processes`, async () => {
      await put('popular', {
        bitacora: [{ fecha: new Date('2026-11-02T10:00:00Z'), usuario: 'App', etapa: 'Contacto inicial', comentario: 'Primera' }],
      });
      const people = Array.from({ length: PARALLEL }, (_unused, index) => testEditor({ id: `persona-${index}`, name: `Persona ${index}` }));
      await Promise.all(
        people.map((person, index) => {
          const values = { etapa: 'Llamada', comentario: `De ${person.name}`, cambio: '' };
          const call = { actor: person, id: 'popular', formToken: newToken(), values };
          return sentAgain(() => (index % 2 ? elsewhere : quotes).followUpQuote(call));
        }),
      );
      const log = await logOf('popular');
      expect(log[0]).toMatchObject({ comentario: 'Primera' });
      expect(
        log
          .slice(1)
          .map((entry) => entry['comentario'])
          .sort(),
      ).toEqual(people.map((person) => `De ${person.name}`).sort());
      expect(await auditOf('popular')).toHaveLength(PARALLEL);
      const { rows } = await sql.query(`SELECT follow_up_count FROM cotizaciones WHERE id = 'popular'`);
      expect(rows).toEqual([{ follow_up_count: PARALLEL + 1 }]);
    }, 180_000);
  });
}

/** Whoever is told that nothing was stored, because too many write, sends the same form again: a slow store tells some. */
async function sentAgain<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    }
  }
}

await describeOnStores('quotes', async (stores) =>
  describeFollowUps(await createQuoteFixture({ ...stores, elsewhere: stores.open?.('main') })),
);
