import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testStaff } from '../../testing/test-staff.ts';
import type { Notice, Undo } from '../../domain/notice.ts';
import { createNotices } from './notices.ts';

const SESSION = { secret: 'a-secret-of-thirty-two-characters', secureCookie: true };
const notices = createNotices(SESSION);
const ana = testStaff({ id: 'ana' });
const deleted: Notice = {
  kind: 'success',
  text: 'Se eliminó la agencia «Zona 1; Centro».',
  undo: { restores: 'records', menu: 'agencies', ids: ['a1', 'a=2;b'] },
};

const asRequest = (setCookie: string) => `otra=1; ${setCookie.split(';')[0] ?? ''}`;
const readBack = (setCookie: string) => notices.read(ana, asRequest(setCookie)).notice;

afterEach(() => vi.useRealTimers());

describe('a notice', () => {
  it('is read once at the next request and its cookie is cleared', () => {
    const cookie = notices.tell(ana, deleted);
    expect(cookie).toMatch(/^__Host-aviso=[\w.-]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax; Secure$/);
    expect(notices.read(ana, asRequest(cookie))).toEqual({
      notice: deleted,
      forget: '__Host-aviso=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    });
    expect(notices.read(ana, 'otra=1')).toEqual({ notice: null, forget: null });
    expect(notices.read(ana, null)).toEqual({ notice: null, forget: null });
  });

  it.each<Undo>([
    { restores: 'service', id: 's' },
    { restores: 'product', serviceId: 's', id: 'p' },
    { restores: 'photo', serviceId: 's', id: 'f' },
    { restores: 'user', id: 'u' },
    { restores: 'bulk', id: 'b' },
    { restores: 'view', id: 'v' },
  ])('carries the undo %j', (undo) => {
    expect(readBack(notices.tell(ana, { ...deleted, undo }))?.undo).toEqual(undo);
  });

  it('omits the `__Host-` prefix when the session cookie is not secure', () => {
    const plain = createNotices({ ...SESSION, secureCookie: false });
    expect(plain.tell(ana, deleted)).toMatch(/^aviso=[\w.-]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/);
  });

  it('always fits in a valid cookie, dropping an undo that is too long', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(texts, fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 150 }), (text, ids) => {
        const cookie = notices.tell(ana, { kind: 'error', text, undo: { restores: 'records', menu: 'agencies', ids } });
        expect(cookie.length).toBeLessThan(4096);
        expect(cookie.split(';')).toHaveLength(6);
        expect(readBack(cookie)?.kind).toBe('error');
      }),
    );
  });

  it('carries the undo of a hundred records, as many as a page shows', () => {
    const ids = Array.from({ length: 100 }, (_unused, index) => String(index).padStart(20, '0'));
    const cookie = notices.tell(ana, {
      ...deleted,
      text: '100 tipos de documento eliminados.',
      undo: { restores: 'records', menu: 'agencies', ids },
    });
    expect(readBack(cookie)?.undo).toMatchObject({ ids });
  });
});

describe('a notice cookie that is foreign, altered or expired is ignored and removed', () => {
  const valueOf = (setCookie: string) => (setCookie.split(';')[0] ?? '').slice('__Host-aviso='.length);
  const [content = '', signature = ''] = valueOf(notices.tell(ana, deleted)).split('.');
  const unsigned = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expires = Date.now() + 60_000;

  it.each([
    ['nothing', ''],
    ['no signature', content],
    ['an empty signature', `${content}.`],
    ['a signature alone', `.${signature}`],
    ['what was plain text before', encodeURIComponent(JSON.stringify({ kind: 'success', text: 'Hola' }))],
    ['a forged content', `${unsigned({ expires, notice: { kind: 'success', text: 'Hola' } })}.${signature}`],
    ['an altered signature', `${content}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`],
    ['a longer signature', `${content}.${signature}A`],
    ['something behind it', `${content}.${signature}.x`],
    ['bytes that are no text', `%FF%00.${signature}`],
    ['that of another secret', valueOf(createNotices({ ...SESSION, secret: 'x'.repeat(32) }).tell(ana, deleted))],
    ['one hashed without the key', `${content}.${createHash('sha256').update(`notice\nana\n${content}`).digest('base64url')}`],
    ['one of another algorithm', `${content}.${createHmac('sha1', SESSION.secret).update(`notice\nana\n${content}`).digest('base64url')}`],
    ['that of another person', valueOf(notices.tell(testStaff({ id: 'beto' }), deleted))],
  ])('%s', (_name, value) => {
    expect(notices.read(ana, `__Host-aviso=${value}`)).toEqual({ notice: null, forget: expect.stringContaining('Max-Age=0') });
  });

  it('one older than a minute', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const cookie = notices.tell(ana, deleted);
    vi.advanceTimersByTime(59_999);
    expect(readBack(cookie)).toEqual(deleted);
    vi.advanceTimersByTime(1);
    expect(readBack(cookie)).toBeNull();
  });

  it('one that is signed but holds no valid notice', () => {
    const odd = {
      kind: 'success',
      text: 'Hola',
      undo: { action: '/users/list-users/new', fields: { role: 'admin' } },
    } as unknown as Notice;
    expect(readBack(notices.tell(ana, odd))).toBeNull();
  });
});
