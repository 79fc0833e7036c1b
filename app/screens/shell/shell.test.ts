import { describe, expect, it } from 'vitest';
import { MENU_IDS, visibleMenu } from '#server/domain/menu.ts';
import { DEFAULT_MENUS } from '#server/domain/roles.ts';
import { currentEntry } from './current-entry.ts';
import { findDestinations } from './find-destinations.ts';
import { initialsOf } from './initials.ts';
import { menuCookie, readMenuState } from './menu-state.ts';

const all = visibleMenu(new Set(MENU_IDS));

describe('menu', () => {
  it('remembers how the sidebar was left', () => {
    for (const state of [
      { icons: true, closed: ['app-movil', 'sistema'] },
      { icons: false, closed: [] },
    ]) {
      expect(readMenuState(`otra=1; ${menuCookie(state).split(';')[0] ?? ''}; mas=2`)).toEqual(state);
    }
  });

  it('reads nonsense as the open sidebar', () => {
    for (const cookie of [null, '', 'menu=', 'menu=%00.<b>.A', 'xmenu=iconos'])
      expect(readMenuState(cookie)).toEqual({ icons: false, closed: [] });
  });

  it('marks the entry that a page belongs to', () => {
    expect(currentEntry(all, '/')).toBe('home');
    expect(currentEntry(all, '/locations/list-agencies/abc/edit')).toBe('agencies');
    expect(currentEntry(all, '/briefcase/reports/uploads-by-user')).toBe('briefcase-reports');
    expect(currentEntry(all, '/briefcase/files/x1')).toBe('briefcase-files');
    expect(currentEntry(all, '/locations/list-agenciesX')).toBeNull();
    expect(currentEntry(all, '/buscar')).toBeNull();
  });
});

describe('search of everything', () => {
  it('finds screens without accents and by part of their name', () => {
    expect(findDestinations(all, 'MALETIN carp').map((found) => found.href)[0]).toBe('/folders/list-folders');
    expect(findDestinations(all, '').map((found) => found.href)).toContain('/');
  });

  it('offers to look for the text in lists, with the text in the address', () => {
    const found = findDestinations(all, ' acta & más ').find((destination) => destination.href.startsWith('/briefcase/list-briefcase?'));
    expect(new URLSearchParams(found?.href.split('?')[1]).get('q')).toBe('acta & más');
    expect(found?.title).toBe('Buscar «acta & más» en Archivos');
  });

  it('offers only what the person may open', () => {
    const reader = visibleMenu(new Set(DEFAULT_MENUS.user));
    expect(findDestinations(reader, '').map((found) => found.href)).toEqual(['/', '/briefcase/reports']);
    expect(findDestinations(reader, 'agencias')).toEqual([]);
  });
});

it('takes initials from the first and the last word', () => {
  expect(['María José Tzoc Ajú', 'ana', '  ', 'Óscar   Xol', '𝒜lba 😀'].map(initialsOf)).toEqual(['MA', 'A', '?', 'ÓX', '𝒜😀']);
});
