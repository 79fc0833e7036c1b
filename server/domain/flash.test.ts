import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearFlashCookie, flashCookie, readFlash } from './flash.ts';

const asRequest = (setCookie: string) => `otra=1; ${setCookie.split(';')[0] ?? ''}`;

describe('flash', () => {
  it('arrives at the next request as it was sent', () => {
    const flash = {
      kind: 'success',
      text: 'Se eliminó la agencia «Zona 1; Centro».',
      undo: { action: '/locations/list-agencies', fields: { intent: 'restore', id: 'a=1;b' } },
    } as const;
    expect(readFlash(asRequest(flashCookie(flash)))).toEqual(flash);
    expect(readFlash(asRequest(clearFlashCookie()))).toBeNull();
  });

  it('never writes a cookie that browsers drop or that ends early', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), fc.string({ maxLength: 4000 }), (text, field) => {
        const cookie = flashCookie({ kind: 'error', text, undo: { action: '/x', fields: { field } } });
        expect(cookie.length).toBeLessThan(4096);
        expect(cookie.split(';')).toHaveLength(5);
        expect(readFlash(asRequest(cookie))?.kind).toBe('error');
      }),
    );
  });

  it.each(['//otro.example/x', '/\\otro.example', 'https://otro.example', 'javascript:alert(1)', '', '/con espacio'])(
    'offers no undo that goes to %s',
    (action) => {
      const forged = encodeURIComponent(JSON.stringify({ kind: 'success', text: 'Hola', undo: { action, fields: {} } }));
      expect(readFlash(`aviso=${forged}`)).toEqual({ kind: 'success', text: 'Hola' });
    },
  );

  it('reads nonsense as nothing', () => {
    for (const value of ['%', 'x', '%7B%7D', '[]', 'null', '%22texto%22']) expect(readFlash(`aviso=${value}`)).toBeNull();
    expect(readFlash(null)).toBeNull();
    expect(readFlash('')).toBeNull();
  });
});
