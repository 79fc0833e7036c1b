import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ActNotice } from './ActNotice.tsx';

const shown = (answer: Parameters<typeof ActNotice>[0]['answer'], undone = {}) =>
  renderToStaticMarkup(
    <ActNotice answer={answer} className="mb-4" {...undone}>
      {' '}
      <a href="/quien">Ver a quienes lo tienen</a>
    </ActNotice>,
  );

it('says why nothing was done, with where to go on', () => {
  const html = shown({ message: 'Tres personas lo tienen.' });
  for (const part of ['role="alert"', 'mb-4', 'Tres personas lo tienen. <a href="/quien">']) expect(html).toContain(part);
});

it('says that nothing changed where no answer came, whatever else it would say', () => {
  const html = shown({ lost: 'link' });
  expect(html).toContain('No se cambió nada: se perdió la conexión');
  expect(html).not.toContain('/quien');
  expect(shown({ lost: 'link' }, { undone: 'No se pudo mostrar el dato' })).toContain('No se pudo mostrar el dato: se perdió la conexión');
  expect(shown({ lost: { ended: 'Su sesión venció.' } })).toContain('No se cambió nada. Su sesión venció. Inicie sesión');
});

it.each([undefined, null, { message: '' }])('is not there for %j', (answer) => {
  expect(shown(answer)).toBe('');
});
