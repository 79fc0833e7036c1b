import { trusted } from '../../platform/sql/sql-fragment.ts';
import { bind } from '../../platform/bind.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageAt } from '../../records/declared-record.ts';
import type { Services } from '../../services.ts';
import { feature } from '../feature.ts';
import { findUnreadPage } from './find-unread.ts';
import { IGNORED_FIELDS, IGNORED_NOUN, ignoredProjection, reviewList } from './ignored.ts';
import { getOtherData, hasOtherData } from './other-data.ts';
import { IGNORED_TABLE, UNREAD_URL, unreadFigure } from './unread-list.ts';

/** What documents hold beyond what the portal reads: `portal.unread`. Verbs check the menu `settings-machinery` themselves. */
function createUnread(services: Services) {
  return bind(services, { findUnreadPage, getOtherData, hasOtherData });
}

export const unread = feature({
  verbs: { unread: createUnread },
  records: {
    [IGNORED_TABLE]: {
      noun: IGNORED_NOUN,
      page: pageAt({ menu: 'settings-machinery', url: UNREAD_URL }),
      names: { table: IGNORED_TABLE, name: 'documento' },
      fields: IGNORED_FIELDS,
      // Covers records of all agencies, so a role of its own agency sees none.
      seen: () => [trusted('FALSE')],
    },
  },
  projections: [ignoredProjection],
  lists: ({ records }) => [declareList(reviewList(records), { isSearched: false })],
  stateFigures: ({ records }) => [unreadFigure(records)],
});
