import { describe, expect, it } from 'vitest';
import { nonceOf } from '#server/ports/files/testing/guards-of.ts';
import { signInAs } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

const web = useTestWeb();
const EXPORT = '/locations/list-agencies/export';

describe('the print page of a list', () => {
  it('runs only its own script under a strict content policy, and is not cached', async () => {
    const answer = await web.getSigned(`${EXPORT}?format=print`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const nonce = nonceOf(answer);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; img-src data:;/);
    expect(await answer.text()).toContain(`<script nonce="${nonce}">`);
  });

  it('redirects to the sign-in page without a session, and answers 403 without the menu', async () => {
    const nobody = await web.get(`${EXPORT}?format=print`, { headers: { Accept: 'text/html' } });
    expect([nobody.status, nobody.headers.get('location')]).toEqual([
      302,
      `/login?redirectTo=${encodeURIComponent(`${EXPORT}?format=print`)}`,
    ]);
    const { headers } = await signInAs(web, { name: 'ajena', role: 'user', folders: [] });
    expect((await web.get(`${EXPORT}?format=print`, { headers: { ...headers, Accept: 'text/html' } })).status).toBe(403);
  });

  it('is refused with 400 for an invalid date', async () => {
    const answer = await web.getSigned('/briefcase/reports/uploads-by-user/export?format=print&from=ayer', {
      headers: { Accept: 'application/json' },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: { from: expect.any(Array) } }]);
  });
});

describe('a file with the columns of the screen', () => {
  const csv = async (search: string) => {
    const answer = await web.getSigned(`${EXPORT}?format=csv&${search}`);
    return [answer.status, (await answer.text()).replace('\uFEFF', '').split('\r\n')[0]];
  };

  it('has them in the requested order, each once', async () => {
    expect(await csv('columns=telefono&columns=nombre&columns=nombre')).toEqual([200, 'Teléfono,Nombre']);
  });

  it('has all of them by default', async () => {
    expect((await csv(''))[1]).toMatch(/^Nombre,.*,Código$/);
  });

  it.each([
    'columns=inventada',
    'columns=nombre&columns=id',
    'columns=nombre&columns=*',
    'columns=',
    'columns=__proto__',
    `columns=${'x'.repeat(5_000)}`,
  ])('is refused for a column that the list does not have: %.40s', async (search) => {
    const answer = await web.getSigned(`${EXPORT}?format=csv&${search}`, { headers: { Accept: 'application/json' } });
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: { columns: ['La lista no tiene esa columna.'] } }]);
  });
});
