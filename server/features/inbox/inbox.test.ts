import { beforeAll, describe, expect, it } from 'vitest';
import { readListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { INBOX_LISTS } from '../../registries.ts';
import { putStaffRow } from '../../testing/staff-rows.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { DOCUMENTS } from '../digitalization/document-list.ts';
import { clerk, createDocumentsFixture } from '../digitalization/testing/documents-fixture.ts';
import { QUOTES } from '../quotes/quote-list.ts';
import { createInbox } from './create-inbox.ts';

const fixture = await createDocumentsFixture();
const { sql, put } = fixture;
const inbox = createInbox({ sql }, INBOX_LISTS);

const VIEW = { legal: { pagare: ['view'] } };
const ana = clerk('ana', VIEW);
const people = [
  ana,
  clerk('beto', VIEW, { agencyId: 'sur' }),
  clerk('cata', VIEW, { agencyScope: 'own', agencyId: '' }),
  clerk('dora', {}),
  testStaff({ id: 'jefa' }),
];

const STATES = ['INDEXED', 'ASSIGNED', 'RETURNED', 'ARCHIVED', 'LOST'];
const HOLDERS = ['', 'ana', 'beto', 'cata'];

const linesOf = async (actor: (typeof people)[number]) =>
  Object.fromEntries((await inbox.readInbox({ actor })).map(({ id, count }) => [id, count]));

beforeAll(async () => {
  for (const { id, agencyId } of people) await putStaffRow(sql, { id, role: 'editor', agency: agencyId });
  let number = 0;
  for (const status of STATES) {
    for (const userId of HOLDERS) {
      for (const categoryId of ['legal', 'ajena']) {
        number += 1;
        await put('digitalization', `documentos/d${number}`, {
          ...{ status, userId, userAssign: userId, categoryId, documentId: 'pagare', documentName: `Pagaré ${number}` },
          ...{ agencyId: 'norte', agencyFromDoc: number % 3 === 0 ? 'sur' : 'norte', createdBy: HOLDERS[number % 4] ?? '' },
          ...{ url: number % 5 === 0 ? 'archivo' : '', isActive: number % 7 !== 0, createdAt: new Date(Date.UTC(2026, 0, number)) },
        });
      }
    }
  }
  const stalled = { estado: true, nombre: 'Óscar', tipo: 'prestamo' };
  await put('main', 'cotizaciones/q1', { ...stalled, createdAt: new Date('2026-01-05T12:00:00Z') });
  await put('main', 'cotizaciones/q2', { ...stalled, estado: false, createdAt: new Date('2026-01-05T12:00:00Z') });
  await put('main', 'cotizaciones/q3', { ...stalled, createdAt: new Date() });
});

describe('the inbox', () => {
  it('counts what is assigned to the person, came back to them or their agency, and lacks its file', async () => {
    expect(await linesOf(ana)).toEqual({ assigned: 1, returned: 3, 'without-file': 4, quotes: 1 });
  });

  it.each(people.map((actor) => [actor.id, actor] as const))('leads %s to lists that hold as many rows as it says', async (_id, actor) => {
    const lines = await inbox.readInbox({ actor });
    const asked = await Promise.all(
      lines.map(async ({ id, href }) => {
        const { pathname, searchParams: params } = new URL(href, 'http://portal');
        const page =
          pathname === QUOTES.url
            ? await readForList({ sql }, QUOTES, { actor }, (read) => readListPage(read, QUOTES, { actor, params }))
            : await readForList({ sql }, DOCUMENTS, { actor }, (read) => readListPage(read, DOCUMENTS, { actor, params }));
        // A filter that the list did not know would narrow nothing.
        expect(page.sentences.length, href).toBeGreaterThan(0);
        return [id, page.total];
      }),
    );
    expect(lines.map(({ id, count }) => [id, count])).toEqual(asked);
  });

  it('counts nothing of what the person may not see, and asks no list without its menu', async () => {
    const dora = people[3];
    if (!dora) throw new Error('nobody');
    expect(await linesOf(dora)).toEqual({ assigned: 0, returned: 0, 'without-file': 0, quotes: 1 });
    expect(await linesOf({ ...ana, menus: new Set(['home', 'quotes']) })).toEqual({ quotes: 1 });
    expect(await inbox.readInbox({ actor: { ...ana, menus: new Set(['home']) } })).toEqual([]);
  });
});
