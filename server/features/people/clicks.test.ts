import express from 'express';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerProblems, listen } from '../../entrances/http/api/testing/api-server.ts';
import { dayOf } from '../../domain/dates.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { requestLog } from '../../entrances/request/request-id.ts';
import { createLog } from '../../platform/log/log.ts';
import { PASSWORD, createUsersFixture, type UsersFixture } from './testing/users-fixture.ts';
import { activityReport } from './activity-report.ts';
import { answerRoutes } from '../../entrances/http/answer-routes.ts';
import { reportAnswers } from '../../reporting/report-json.ts';
import { smallExports } from '../exports/testing/small-exports.ts';
import { clicksRoutes } from './clicks-routes.ts';

let fixture: UsersFixture;
let url: string;
let signedIn: Staff | null = null;
let count = 0;
const flushId = () => `envio-de-prueba-${String((count += 1)).padStart(6, '0')}`;

beforeAll(async () => {
  fixture = await createUsersFixture();
  const app = express().use(requestLog(createLog({ level: 'silent', process: 'test' })));
  app.use((_request, response, next) => {
    response.locals.staff = signedIn;
    next();
  });
  const exports = smallExports(fixture.services, {
    url: '/reports/user-activity',
    open: (_services, call) => fixture.reports.exportReport({ ...call, report: activityReport }),
  });
  ({ url } = await listen(
    app.use(clicksRoutes(fixture), answerRoutes(fixture.services, reportAnswers(activityReport)), exports, answerProblems),
  ));
});
beforeEach(() => fixture.backend.set('pass'));

/** Somebody with a real session. */
async function visitor(fields: { role?: string; name?: string } = {}): Promise<Staff> {
  const person = await fixture.hire(fields);
  await fixture.identity.signIn({ email: person.email, password: PASSWORD, userAgent: 'prueba' });
  const sessionId = (await fixture.identity.listSessions(person.id))?.[0]?.sessionId ?? '';
  return { ...person, sessionId };
}
const post = (body: string, type = 'application/json') =>
  fetch(`${url}/clicks`, { method: 'POST', body, headers: { 'content-type': type } });
const clicksOf = async (id: string) =>
  (await fixture.sql.query<{ clicks: number }>('SELECT clicks FROM usuarios WHERE id = $1', [id])).rows[0]?.clicks;

describe('POST /clicks', () => {
  it.each(['application/json', 'text/plain;charset=UTF-8'])(
    'counts a beacon (%s) once for the signed-in person, however often it is sent',
    async (type) => {
      signedIn = await visitor();
      const body = JSON.stringify({ count: 4, flushId: flushId() });
      for (let n = 0; n < 3; n += 1) expect((await post(body, type)).status).toBe(204);
      expect(await clicksOf(signedIn.id)).toBe(4);
      expect(fixture.backend.requests.filter((line) => line.startsWith('PATCH'))).toEqual(
        Array.from({ length: 3 }, () => `PATCH /users/clicks/${signedIn?.sessionId}`),
      );
      const list = await fixture.users.findUsers({ actor: fixture.admin, params: new URLSearchParams({ q: signedIn.email }) });
      expect(list.rows).toMatchObject([{ id: signedIn.id, clicks: 4 }]);
      expect(Date.now() - Date.parse(list.rows[0]?.lastActivityAt ?? '')).toBeLessThan(60_000);
    },
  );

  it('rejects with 400 a body that names a session or a person', async () => {
    const victim = await visitor();
    signedIn = await visitor();
    for (const extra of [{ userId: victim.id }, { sessionId: victim.sessionId }, { actor: { id: victim.id } }]) {
      expect((await post(JSON.stringify({ count: 1, flushId: flushId(), ...extra }))).status).toBe(400);
    }
    expect(await clicksOf(victim.id)).toBe(0);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"count":0,"flushId":"aaaaaaaaaaaaaaaa"}',
    '{"count":1e9,"flushId":"aaaaaaaaaaaaaaaa"}',
    '{"count":-5,"flushId":"aaaaaaaaaaaaaaaa"}',
    '{"count":1.5,"flushId":"aaaaaaaaaaaaaaaa"}',
    '{"count":1}',
    '{"count":1,"flushId":"../x"}',
  ])('rejects the body %j with 400 and counts nothing', async (body) => {
    signedIn = await visitor();
    expect((await post(body)).status).toBe(400);
    expect(await clicksOf(signedIn.id)).toBe(0);
  });

  it('rejects a body of 5,000 letters with 413 and a request without a person with 401', async () => {
    signedIn = await visitor();
    expect((await post(JSON.stringify({ count: 1, flushId: 'x'.repeat(5_000) }))).status).toBe(413);
    signedIn = null;
    expect((await post(JSON.stringify({ count: 1, flushId: flushId() }))).status).toBe(401);
  });

  it('rejects the 241st flush of one person as too many requests, but not that of another person', async () => {
    const person = await visitor();
    const send = (actor: Staff) => fixture.clicks.addClicks({ actor, count: 1, flushId: flushId() });
    // A few at a time: a flood for which the store of the limits has no time is let through, and counted flushes are dear.
    fixture.backend.set('refuse');
    for (let sent = 0; sent < 240; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => expect(send(person)).rejects.toMatchObject({ code: 'unavailable' })));
    await expect(send(person)).rejects.toMatchObject({ code: 'too-many-requests' });
    fixture.backend.set('pass');
    await send(await visitor());
  });

  it('answers 503 when the backend is unavailable', async () => {
    signedIn = await visitor();
    fixture.backend.set('refuse');
    expect((await post(JSON.stringify({ count: 1, flushId: flushId() }))).status).toBe(503);
  });
});

describe('Actividad por usuario', () => {
  it('sums clicks and active days per person, filters by period and agency, lists most clicks first, and exports the same', async () => {
    const [one, two] = [await visitor({ name: 'Uno Pérez' }), await visitor({ name: 'Dos Choc' })];
    await fixture.users.updateUser({ actor: fixture.admin, id: two.id, ifVersion: '', values: { agency: 'norte' } });
    await fixture.documents.main.create(`actividad_usuarios/${one.id}_2026-03-01`, {
      userId: one.id,
      day: '2026-03-01',
      clicks: 7,
      lastAt: new Date('2026-03-02T05:59:00Z'),
    });
    await fixture.documents.main.create(`actividad_usuarios/${one.id}_2026-03-05`, {
      userId: one.id,
      day: '2026-03-05',
      clicks: 5,
      lastAt: new Date('2026-03-05T18:00:00Z'),
    });
    await fixture.documents.main.create(`actividad_usuarios/${two.id}_2026-03-05`, {
      userId: two.id,
      day: '2026-03-05',
      clicks: 30,
      lastAt: new Date('2026-03-05T19:00:00Z'),
    });
    await fixture.projectNow([
      `actividad_usuarios/${one.id}_2026-03-01`,
      `actividad_usuarios/${one.id}_2026-03-05`,
      `actividad_usuarios/${two.id}_2026-03-05`,
    ]);
    const find = (query: string) =>
      fixture.reports.runReport({ actor: fixture.admin, report: activityReport, params: new URLSearchParams(query) });
    expect(await find('from=2026-03-01&to=2026-03-31')).toMatchObject({
      rows: [
        { userId: two.id, name: 'Dos Choc', agencyName: 'norte', clicks: 30, days: 1 },
        { userId: one.id, clicks: 12, days: 2, lastActivityAt: '2026-03-05T18:00:00.000Z' },
      ],
      totals: { people: 2, clicks: 42 },
    });
    const second = await find('from=2026-03-01&to=2026-03-31&pageSize=10&page=2');
    expect([second.page, second.count, second.rows.length], 'one page, which is the last').toEqual([1, 2, 2]);
    expect((await find('from=2026-03-02&to=2026-03-31&agencyId=norte')).totals).toEqual({ people: 1, clicks: 30 });
    expect((await find('from=2026-03-01&to=2026-03-01')).rows.map((row) => row.clicks)).toEqual([7]);
    expect((await find(`from=${dayOf(new Date())}`)).rows.every((row) => row.clicks > 0)).toBe(true);
    const { sheet, rows } = await fixture.reports.exportReport({
      actor: fixture.admin,
      report: activityReport,
      params: new URLSearchParams('from=2026-03-01&to=2026-03-31'),
    });
    const cells: unknown[][] = [];
    for await (const batch of rows()) cells.push(...batch.map((row) => [...row]));
    const mail = sheet.columns.findIndex(({ title }) => title === 'Correo electrónico');
    expect(cells.map((row) => [row[0], row[2], row[3], row[4], row[mail]])).toEqual([
      ['Dos Choc', 30, 30 / 42, 1, two.email],
      ['Uno Pérez', 12, 12 / 42, 2, one.email],
    ]);
    expect(sheet.parameters).toEqual([
      ['Desde', '01/03/2026'],
      ['Hasta', '31/03/2026'],
      ['Cambio', 'todo nuevo contra 0 del 01/02/2026 al 28/02/2026'],
    ]);
  });

  it('exports as CSV, rejects pdf with 400 and a person without the permission with 403', async () => {
    signedIn = fixture.admin;
    const response = await fetch(`${url}/reports/user-activity/export?format=csv`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await response.text()).toContain('Días con actividad');
    expect((await fetch(`${url}/reports/user-activity/export?format=pdf`)).status).toBe(400);
    signedIn = await visitor({ role: 'editor' });
    expect((await fetch(`${url}/reports/user-activity/export`)).status).toBe(403);
    expect(
      await fixture.reports
        .runReport({ actor: signedIn, report: activityReport, params: new URLSearchParams() })
        .catch((error: unknown) => error),
    ).toBeInstanceOf(AppError);
  });
});
