import { MENU_IDS } from '../../domain/menu.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { findEverything, type SearchSources } from './find-everything.ts';

/** The search of everything: `portal.search`. It asks only lists, and offers only actions, whose menu the person has. */
export function createSearch({ sql }: Pick<Services, 'sql'>, sources: SearchSources) {
  const lists = [...sources.lists].sort((a, b) => MENU_IDS.indexOf(a.menu) - MENU_IDS.indexOf(b.menu));
  return bind({ sql, sources: { ...sources, lists } }, { findEverything });
}
