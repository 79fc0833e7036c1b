import { describe, expect, it } from 'vitest';
import { describeStoredName } from './upload-words.tsx';

describe('the name under which a file is stored', () => {
  it.each([
    ['Acta de enero.pdf', ''],
    ['An\u0303o  2026.pdf', ''],
    ['', ''],
    ['...', ''],
    [`${'a'.repeat(156)}.pdf`, ''],
    ['acta 12/2026.pdf', 'Se guardará como «acta 12-2026.pdf».'],
    ['C:\\dir\\x.pdf', 'Se guardará como «x.pdf».'],
    ['Acta\u202e.pdf', 'Se guardará como «Acta.pdf».'],
  ])('for %j is announced as %j', (name, told) => {
    expect(describeStoredName(name)).toBe(told);
  });

  it('is announced by its end when it had to be cut', () => {
    expect(describeStoredName(`${'Contrato '.repeat(20)}.pdf`)).toBe(
      'Pasa de 160 letras: se guardará hasta «…ontrato Contrato Con.pdf». Puede acortarlo.',
    );
  });
});
