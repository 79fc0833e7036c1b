import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { PROOF_CONTROLS } from '#server/domain/proof.ts';
import { createNotices } from '#server/entrances/request/notices.ts';
import { noticeCookieOf, readToast } from '#server/testing/toast.ts';
import { EMAIL, PASSWORD, useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const LIST = '/departments/list-departments';

/** Opens a page with `cookie` besides the session's. */
async function open(url: string, cookie: string) {
  const answer = await web.getSigned(url, { headers: { Accept: 'text/html', Cookie: `${web.cookie}; ${cookie}` } });
  return { toast: readToast(await answer.text()), setCookie: answer.headers.getSetCookie().join() };
}

const send = (url: string, fields: Record<string, string>) =>
  web.getSigned(url, { method: 'POST', body: new URLSearchParams(fields), headers: { Accept: 'text/html' } });

const isActive = async (id: string) => (await web.portal.documents.main.get(`departamentos/${id}`))?.data['isActive'];

beforeAll(async () => {
  for (const id of ['uno', 'dos']) {
    await web.portal.documents.main.create(`departamentos/${id}`, { nombre: `Departamento ${id}`, estado: true, isActive: true });
    await web.portal.readModel.projectNow('main', [`departamentos/${id}`]);
  }
});

describe('the notice cookie', () => {
  it('offers an undo that restores the record and leads back to the list as it was', async () => {
    const gone = await send(`${LIST}/uno?back=q%3Ddepartamento`, { intent: 'deactivate' });
    expect(await isActive('uno')).toBe(false);
    const { toast, setCookie } = await open(gone.headers.get('location') ?? '', noticeCookieOf(gone));
    expect(toast).toEqual({
      text: 'Departamento eliminado.',
      undo: { action: `${LIST}?q=departamento`, fields: { intent: 'restore', ids: 'uno' } },
    });
    expect(setCookie).toBe('aviso=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');

    const back = await send(toast?.undo?.action ?? '', { ...toast?.undo?.fields });
    expect(back.headers.get('location')).toBe(`${LIST}?q=departamento`);
    expect(await isActive('uno')).toBe(true);
    expect(await web.toastAfter(back)).toEqual({ text: '1 departamento restaurado.', undo: null });
  });

  it('needs a proof of identity to restore what others deleted, one or many, but not one’s own deletion', async () => {
    const { portal, base } = web;
    const signedIn = await portal.identity.signIn({ email: EMAIL, password: PASSWORD, userAgent: 'test' });
    const { sessionId } = (await portal.identity.verifySession(signedIn?.sessionToken ?? '')) ?? {};
    await portal.sql.query(`UPDATE identity.sessions SET created_at = now() - interval '10 minutes' WHERE session_id = $1`, [sessionId]);
    let cookie = `portal_session=${encodeURIComponent(signedIn?.sessionToken ?? '')}`;
    const sendLate = async (url: string, fields: Record<string, string>) => {
      const headers = { Accept: 'text/html', Cookie: cookie, Origin: base };
      const answer = await web.get(url, { method: 'POST', body: new URLSearchParams(fields), headers });
      cookie = /portal_session=[^;]+/.exec(answer.headers.getSetCookie().join())?.[0] ?? cookie;
      return answer;
    };
    const own = { intent: 'restore', ids: 'uno' };
    await sendLate(`${LIST}/uno`, { intent: 'deactivate' });
    expect([(await sendLate(LIST, own)).status, await isActive('uno')]).toEqual([302, true]);

    for (const [url, fields] of [
      [`${LIST}/dos`, { intent: 'restore' }],
      [LIST, { intent: 'restore', ids: 'uno/dos' }],
    ] as const) {
      await portal.sql.query(`UPDATE identity.session_proofs SET proved_at = now() - interval '10 minutes'`);
      for (const id of ['uno', 'dos']) await portal.documents.main.update(`departamentos/${id}`, { isActive: false });
      const asked = await sendLate(url, fields);
      expect(asked.status).toBe(403);
      const html = await asked.text();
      for (const [name, value] of Object.entries(fields)) expect(html).toContain(`name="${name}" value="${value}"`);
      expect(html).toContain(`name="${PROOF_CONTROLS.word}"`);
      expect(await isActive('dos')).toBe(false);
      expect([(await sendLate(url, { ...fields, [PROOF_CONTROLS.word]: PASSWORD })).status, await isActive('dos')]).toEqual([302, true]);
    }
    expect(await isActive('uno')).toBe(true);
  });

  it.each<[string, () => string]>([
    ['forged', () => encodeURIComponent(JSON.stringify(FORGED))],
    [
      'forged in our shape',
      () => `${Buffer.from(JSON.stringify({ expires: Date.now() + 60_000, notice: FORGED })).toString('base64url')}.AAAA`,
    ],
    ['signed for another person', () => signedFor('somebody-else')],
    ['signed and altered', () => signedFor(web.administrator.id).replace(/^..../, 'AAAA')],
  ])('%s shows no notice and is removed', async (_name, value) => {
    const { toast, setCookie } = await open('/', `aviso=${value()}`);
    expect(toast).toBeNull();
    expect(setCookie).toBe('aviso=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
  });

  it('turns each kind of undo into a form for exactly the record that it names', async () => {
    const undos = [
      [{ restores: 'records', menu: 'briefcase-files', ids: ['a', 'b'] }, '/briefcase/list-briefcase', { intent: 'restore', ids: 'a/b' }],
      [{ restores: 'service', id: 's' }, '/products/list-products', { intent: 'restore', id: 's' }],
      [{ restores: 'product', serviceId: 's/1', id: 'p' }, '/products/list-products/s%2F1/productos', { intent: 'restore', id: 'p' }],
      [{ restores: 'photo', serviceId: 's', id: 'f' }, '/products/list-products/s/fotos', { intent: 'restore', id: 'f' }],
      [
        { restores: 'place', menu: 'education', serviceId: '', list: 'records', id: 'a', afterId: 'b' },
        '/educacion/cooperativista',
        { intent: 'move', place: 'a/b', undoes: '1' },
      ],
      [
        { restores: 'place', menu: 'products', serviceId: 's', list: 'photo', id: 'a', afterId: '' },
        '/products/list-products/s/fotos',
        { intent: 'move', place: 'a/', undoes: '1' },
      ],
      [{ restores: 'user', id: '../new' }, '/users/list-users/..%2Fnew', { intent: 'activate' }],
    ] as const;
    for (const [undo, action, fields] of undos) {
      const { toast } = await open('/', tell({ kind: 'success', text: 'Hecho.', undo }));
      expect(toast).toEqual({ text: 'Hecho.', undo: { action, fields } });
    }
  });
});

const FORGED = { kind: 'success', text: 'Hola', undo: { action: '/users/list-users/new', fields: { role: 'admin', intent: 'save' } } };

function tell(notice: Parameters<ReturnType<typeof createNotices>['tell']>[1], id = web.administrator.id): string {
  return createNotices(web.portal.config.session).tell({ id }, notice).split(';')[0] ?? '';
}

function signedFor(id: string): string {
  return tell({ kind: 'success', text: 'Hola', undo: { restores: 'records', menu: 'departments', ids: ['dos'] } }, id).slice(
    'aviso='.length,
  );
}
