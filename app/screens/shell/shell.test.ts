import { describe, expect, it } from 'vitest';
import { MENU_IDS, visibleMenu } from '#server/domain/menu.ts';
import { currentEntry } from './Shell.tsx';
import { initialsOf } from './PersonMenu.tsx';
import { menuCookie, readMenuState } from './menu-state.ts';

const all = visibleMenu(new Set(MENU_IDS));

describe('menu', () => {
  it('remembers the state of the sidebar', () => {
    for (const state of [
      { icons: true, closed: ['app-movil', 'sistema'] },
      { icons: false, closed: [] },
      { icons: null, closed: ['sistema'] },
    ]) {
      expect(readMenuState(`otra=1; ${menuCookie(state).split(';')[0] ?? ''}; mas=2`)).toEqual(state);
    }
  });

  it('reads an invalid cookie as an untouched sidebar', () => {
    for (const cookie of [null, '', 'menu=', 'menu=%00.<b>.A', 'xmenu=iconos'])
      expect(readMenuState(cookie)).toEqual({ icons: null, closed: [] });
  });

  it('marks the entry that a page belongs to', () => {
    expect(currentEntry(all, '/')).toBe('home');
    expect(currentEntry(all, '/locations/list-agencies/abc/edit')).toBe('agencies');
    expect(currentEntry(all, '/briefcase/reports/uploads-by-user')).toBe('briefcase-reports');
    expect(currentEntry(all, '/briefcase/files/x1')).toBe('briefcase-files');
    expect(currentEntry(all, '/settings/security')).toBe('security');
    expect(currentEntry(all, '/settings/audit/main/a1')).toBe('settings');
    expect(currentEntry(visibleMenu(new Set(['audit'])), '/settings/audit/main/a1')).toBe('security');
    expect(currentEntry(all, '/digitalization-documents/upload')).toBe('digitalization-documents');
    expect(currentEntry(all, '/locations/list-agenciesX')).toBeNull();
    expect(currentEntry(all, '/buscar')).toBeNull();
  });
});

it('takes initials from the first and the last word', () => {
  expect(['María José Tzoc Ajú', 'ana', '  ', 'Óscar   Xol', '𝒜lba 😀'].map(initialsOf)).toEqual(['MA', 'A', '?', 'ÓX', '𝒜😀']);
});
