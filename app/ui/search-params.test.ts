import { expect, it } from 'vitest';
import { otherParams, withParams } from './search-params.ts';

it('changes the named parameters, keeps other filters and returns to the first page', () => {
  expect(withParams('?q=acta&estado=true&page=7&cursor=abc', { estado: null, sort: 'nombre' })).toBe('?q=acta&sort=nombre');
  expect(withParams('?q=acta', { page: 3 })).toBe('?q=acta&page=3');
  expect(withParams('', { q: '' })).toBe('?');
});

it('passes repeated and accented values through a form, without its own fields and the page', () => {
  expect(otherParams('?q=a&tipo=1&tipo=2&nombre=Petén&page=2&vacio=', ['q'])).toEqual([
    ['tipo', '1'],
    ['tipo', '2'],
    ['nombre', 'Petén'],
  ]);
});
