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

it('shows why nothing was done, with a link to continue', () => {
  const html = shown({ message: 'Tres personas lo tienen.' });
  for (const part of ['role="alert"', 'mb-4', 'Tres personas lo tienen. <a href="/quien">']) expect(html).toContain(part);
});

it('does not claim that nothing changed when no answer came, and hides its own content', () => {
  const html = shown({ lost: 'link' });
  expect(html).toContain('Se perdió la conexión y no se sabe si se guardó. Intente de nuevo: no se duplicará.');
  expect(html).not.toContain('No se cambió nada');
  expect(html).not.toContain('/quien');
  expect(shown({ lost: 'link' }, { undone: 'No se pudo mostrar el dato' })).toContain('No se pudo mostrar el dato: se perdió la conexión');
  expect(shown({ lost: { ended: 'Su sesión venció.' } })).toContain('No se cambió nada. Su sesión venció. Inicie sesión');
});

it.each([undefined, null, { message: '' }])('renders nothing for %j', (answer) => {
  expect(shown(answer)).toBe('');
});
