import { expect, it } from 'vitest';
import { readAppearanceCookie, appearanceCookie } from './look-cookie.ts';

it('gets the `__Host-` prefix over https, and is read before a cookie with the plain name', () => {
  expect(appearanceCookie('menu=iconos; Path=/', { isSecure: false })).toBe('menu=iconos; Path=/');
  const secure = appearanceCookie('menu=iconos; Path=/', { isSecure: true });
  expect(secure).toBe('__Host-menu=iconos; Path=/; Secure');
  const sent = secure.split(';')[0] ?? '';
  for (const cookies of [sent, `menu=completo; ${sent}`, `${sent}; menu=completo`, `otra=menu=x; ${sent}`])
    expect(readAppearanceCookie(cookies, 'menu')).toBe('iconos');
  expect(readAppearanceCookie('menu=completo', 'menu')).toBe('completo');
  for (const cookies of [null, '', 'xmenu=iconos', 'menu']) expect(readAppearanceCookie(cookies, 'menu')).toBe('');
});
