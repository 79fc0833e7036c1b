import { beforeAll, describe, expect, it } from 'vitest';
import type { Documents } from '../documents/document-store.ts';
import type { IdentityProvider } from '../identity/identity-provider.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { ReadModel } from '../../read-model/read-model.ts';
import type { People } from './people.ts';
import { failureOf } from '../../testing/failures.ts';

export interface PeopleFixture {
  people: People;
  /** What the people are kept in. */
  documents: Documents;
  identity: IdentityProvider;
  /** The read model of the portal that calls. */
  sql: Sql;
  readModel: Pick<ReadModel, 'projectNow'>;
}

const PASSWORD = 'Tambor-lluvia-2026!';
let count = 0;
const person = (fields: object = {}) => ({
  name: 'Ana Pérez',
  email: `persona.${(count += 1)}@demo.coop`,
  role: 'editor' as const,
  ...fields,
});

/** People, in this process or elsewhere: callers cannot tell which. */
export function describePeople(where: string, open: () => Promise<PeopleFixture>): void {
  describe(`people ${where}`, () => {
    let fixture: PeopleFixture;
    let people: People;
    beforeAll(async () => {
      fixture = await open();
      people = fixture.people;
      await fixture.documents.main.create('agencias/central', { nombre: 'Central' });
    });
    const rowOf = async (id: string) =>
      (
        await fixture.sql.query<{ name: string; phone: string; clicks: number }>(
          'SELECT name, phone, clicks FROM usuarios WHERE id = $1 AND NOT source_deleted',
          [id],
        )
      ).rows[0];

    it('are created, changed, read and found, with the read model up to date at once', async () => {
      const { user, created } = await people.createUser(person({ agency: 'central' }));
      expect(created).toBe(true);
      expect(user).toMatchObject({ agency: 'central', phone: '', state: true, clicks: 0, briefcase_permissions: { folders: [] } });
      expect(await rowOf(user.id)).toEqual({ name: 'Ana Pérez', phone: '', clicks: 0 });
      const changed = await people.updateUser(user.id, { phone: ' 5555-1234 ', ifVersion: user.version });
      expect(changed).toMatchObject({ id: user.id, phone: '5555-1234' });
      expect(changed.version).not.toBe(user.version);
      expect(await rowOf(user.id)).toMatchObject({ phone: '5555-1234' });
      expect(await people.getUser(user.id)).toEqual(changed);
      expect((await people.findUsers({ limit: 1 })).users).toEqual([changed]);
      expect((await people.findUsersOfAgency('central')).users).toEqual([changed]);
      expect((await people.findUsersOfAgency('ninguna')).users).toEqual([]);
    });

    it('are returned as plain JSON without undefined', async () => {
      const { user } = await people.createUser(person());
      const page = await people.findUsers();
      expect(JSON.parse(JSON.stringify([user, page]))).toStrictEqual([user, page]);
    });

    it('are created and changed only once when a call is repeated', async () => {
      const wanted = { ...person(), id: `repetida-${(count += 1)}` };
      expect((await people.createUser(wanted)).created).toBe(true);
      const again = await people.createUser(wanted);
      expect(again.created).toBe(false);
      expect(await failureOf(people.createUser({ ...wanted, name: 'Otra' }))).toMatchObject({
        code: 'conflict',
        details: { reason: 'exists' },
      });
      const once = await people.updateUser(wanted.id, { phone: '5555-1234', ifVersion: again.user.version });
      expect(await people.updateUser(wanted.id, { phone: '5555-1234', ifVersion: again.user.version })).toEqual(once);
    });

    it('are paged so that everybody appears once', async () => {
      for (let n = 0; n < 3; n += 1) await people.createUser(person());
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await people.findUsers({ limit: 2, cursor });
        expect(page.limit).toBe(2);
        seen.push(...page.users.map((user) => user.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength((await people.findUsers({ limit: 200 })).total);
      const refused = await failureOf(people.findUsers({ cursor: 'ninguno' }));
      expect(refused).toMatchObject({ code: 'invalid-input', fields: { cursor: [expect.any(String)] } });
    });

    it('are not created twice with one address, in whatever letters another program stored it', async () => {
      const { email } = person();
      const path = `usuarios/ajena-${count}`;
      await fixture.documents.main.create(path, { name: 'Ana', email: ` ${email.toUpperCase()}`, role: 'editor' });
      await fixture.readModel.projectNow('main', [path]);
      expect(await failureOf(people.createUser(person({ email })))).toMatchObject({
        code: 'conflict',
        fields: { email: ['Ya existe una persona con este correo electrónico.'] },
      });
    });

    it('are changed in the name of an existing user only, whatever characters the id holds', async () => {
      await people.createUser(person({ id: 'señora ñandú', name: 'Íngrid' }));
      const { user } = await people.createUser(person(), { userId: 'señora ñandú', requestId: 'peticion-0002' });
      const entries = await fixture.documents.main.query({
        collection: 'auditoria',
        where: [{ field: 'targetPath', op: '==', value: `usuarios/${user.id}` }],
      });
      expect(entries.map((entry) => entry.data)).toMatchObject([{ user: 'señora ñandú', userName: 'Íngrid', requestId: 'peticion-0002' }]);
      expect((await failureOf(people.updateUser(user.id, { phone: '' }, { userId: 'nadie' }))).code).toBe('invalid-input');
    });

    it('are refused with a code, a Spanish message, fields and details', async () => {
      const { user } = await people.createUser(person());
      const refusals = [
        people.getUser('nadie'),
        people.createUser(person({ agency: 'ninguna' })),
        people.createUser(person({ email: user.email })),
        people.updateUser(user.id, { phone: '1' }),
        people.updateUser(user.id, { phone: '5555-0000', ifVersion: 'vieja' }),
      ];
      const failures = (await Promise.all(refusals.map(failureOf))).map(({ code, userMessage, fields, details }) => ({
        code,
        userMessage,
        fields,
        details,
      }));
      expect(failures).toMatchObject([
        { code: 'not-found', userMessage: 'La persona no existe o fue quitada del sistema.' },
        {
          code: 'invalid-input',
          userMessage: 'Revise los datos marcados.',
          fields: { agency: ['La agencia no existe o está eliminada.'] },
        },
        { code: 'conflict', fields: { email: ['Ya existe una persona con este correo electrónico.'] } },
        {
          code: 'invalid-input',
          userMessage: 'Hay datos que no son válidos. Revise los campos indicados.',
          fields: { phone: [expect.any(String)] },
        },
        {
          code: 'conflict',
          details: {
            reason: 'changed',
            stored: { email: user.email, phone: '', version: user.version },
            submitted: { phone: '5555-0000' },
            differing: ['phone'],
          },
        },
      ]);
    });

    it('keep one active administrator', async () => {
      const { user } = await people.createUser(person({ role: 'admin' }));
      for (const change of [{ state: false }, { role: 'user' as const }])
        expect(await failureOf(people.updateUser(user.id, change))).toMatchObject({
          code: 'conflict',
          details: { reason: 'last-administrator' },
        });
    });

    it.each(['nadie', '', '.', '..', 'a/b', '../agencias/central', '__x__', 'null', 'a?b=c', 'x'.repeat(201)])(
      'answer not-found for the id %j',
      async (id) => {
        for (const work of [() => people.getUser(id), () => people.updateUser(id, { phone: '' })])
          expect((await failureOf(work())).code).toBe('not-found');
      },
    );

    it('have their clicks counted once per flush, and only for their own session', async () => {
      const { user } = await people.createUser(person());
      await fixture.identity.createAccount({ uid: user.id, email: user.email, password: PASSWORD });
      await fixture.identity.signIn({ email: user.email, password: PASSWORD, userAgent: 'prueba' });
      const sessionId = (await fixture.identity.listSessions(user.id))?.[0]?.sessionId ?? '';
      const flush = { userId: user.id, clicks: 3, flushId: 'f'.repeat(16) };
      expect(await people.addClicks(sessionId, flush)).toEqual({ id: user.id, clicks: 3, added: true });
      expect(await people.addClicks(sessionId, flush)).toEqual({ id: user.id, clicks: 3, added: false });
      expect(await rowOf(user.id)).toMatchObject({ clicks: 3 });
      expect((await failureOf(people.addClicks('ajena', { ...flush, flushId: 'g'.repeat(16) }))).code).toBe('not-found');
      expect(await failureOf(people.addClicks(sessionId, { ...flush, clicks: 0 }))).toMatchObject({
        code: 'invalid-input',
        fields: { clicks: ['Los clics deben ser al menos 1.'] },
      });
    });
  });
}
