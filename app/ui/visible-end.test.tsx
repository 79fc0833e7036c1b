import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { withVisibleEnd } from './visible-end.tsx';

/** In bars what always shows. */
it.each([
  'Estado de cuenta |30-11-2026.pdf|',
  'DPI Marta López Yat |3449487480408.jpg|',
  'Acta de asamblea general extraordinaria |(firmada).pdf|',
  'Acta de la reunión |2026-11 2877|',
  'Acta de asamblea |015-2026.pdf|',
  'WhatsApp Image 2026-11-03 at |10.15.22 (1).jpeg|',
  'Reglamento de |institucionalidades.pdf|',
  'IMG_20261103|_123456.jpg|',
  'IMG_20261103|_123456 (1).jpg|',
  'estado_de_cuenta|_30-11-2026.pdf|',
  'Scan|20261103123456.pdf|',
  'Reglamento de institucionalidadesdemocraticas |7|',
  'Otorrinolaringoesternocleidomastoideoparangaric|utirimicuaro|',
])('keeps the end of a name visible: %s', (name) => {
  const [, end = ''] = name.split('|');
  const whole = name.replaceAll('|', '');
  expect(renderToStaticMarkup(withVisibleEnd(whole))).toBe(`<bdi><span data-end="${end}"><span>${whole}</span></span></bdi>`);
});

it('renders a short name unchanged', () => {
  expect(renderToStaticMarkup(withVisibleEnd('Acta 2026-11 2877'))).toBe('Acta 2026-11 2877');
});
