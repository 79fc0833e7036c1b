import { expect, it } from 'vitest';
import { numbersIn } from './digit-groups.ts';
import { invalidPhoneMessage, isPhone } from './phone.ts';

it.each([
  ['2222-3333', ['tel:22223333']],
  ['+502 2222 3333', ['tel:+50222223333']],
  ['7500-1123 / 5555-1234', ['tel:75001123', 'tel:55551234']],
  ['7500-1123, 5555-1234', ['tel:75001123', 'tel:55551234']],
  ['2222-3333 ext. 105', ['tel:22223333;ext=105']],
  ['2222/3333', ['tel:22223333']],
])('%s is a phone with a dial link for each number', (text, hrefs) => {
  expect(isPhone(text)).toBe(true);
  expect(numbersIn(text).map(({ href }) => href)).toEqual(hrefs);
});

it.each(['1717', 'extensión 105', 'pedir a recepción'])('%s has no dial link', (text) => {
  expect([isPhone(text), numbersIn(text)]).toEqual([false, []]);
});

it('names the words beside a number', () => {
  expect(isPhone('PBX 2345-6789')).toBe(false);
  expect(invalidPhoneMessage('Teléfono', 'PBX 2345-6789 ext. 105')).toContain(
    'Quite «PBX» de «Teléfono»: solo lleva números, como 2222-3333',
  );
  expect(invalidPhoneMessage('Teléfono', '1717')).toContain('al menos 8 dígitos');
});
