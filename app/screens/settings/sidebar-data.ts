import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTime } from '#server/domain/dates.ts';
import { formText } from '#server/domain/form-text.ts';
import type { FormBase } from '#server/domain/conflict.ts';
import { readBase } from '#server/domain/form-base.ts';
import { DELIVERED_MENU, type MenuArrangement } from '#server/domain/menu-arrangement.ts';
import { menuValueLabel, menuValues } from '#server/domain/menu-values.ts';
import type { MenuIcon } from '#server/domain/menu.ts';
import type { MenuConflict } from '#server/features/settings/menu.ts';
import { requireStaff } from '../../context.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { formAction, type Refusal } from '../forms/form-action.ts';
import { moveInMenu } from './move-in-menu.ts';

const SIDEBAR_URL = '/settings/sidebar';
/** How many of the ignored ids are shown. */
const IGNORED_SHOWN = 10;
/** More groups, or entries in one, than the portal's own form ever sends. */
const ROWS_MAX = 100;

export async function loadSidebar({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings-identity');
  const { arrangement, ignored, version, updatedAt } = await context.portal.settings.getMenu({ actor });
  return {
    arrangement,
    base: menuValues(arrangement),
    version,
    updatedAt: formatDateTime(updatedAt),
    ignored: ignored.slice(0, IGNORED_SHOWN),
  };
}

/** The form again: after a failure, or changed but not saved (without JavaScript). */
export interface SidebarAnswer {
  arrangement: MenuArrangement;
  base: FormBase | null;
  version: string;
  failure: Refusal<MenuConflict> | null;
}

/** `intent`: save; or, without saving, preview, original, `up:<id>` or `down:<id>` of a group or an entry. */
export const actOnSidebar = formAction(
  {
    menu: 'settings-identity',
    of: 'el menú',
    read: ({ sent, text }) => {
      const opened = { base: readBase(sent), version: text('version') };
      const again = (arrangement: MenuArrangement): SidebarAnswer => ({ ...opened, arrangement, failure: null });
      return { ...opened, arrangement: readArrangement(sent), again };
    },
    refused: ({ arrangement, base, version }, failure: Refusal<MenuConflict>): SidebarAnswer => {
      const { conflict } = failure;
      if (!conflict) return { arrangement, base, version, failure };
      return { arrangement: conflict.submitted, base: menuValues(conflict.stored), version: conflict.version, failure };
    },
  },
  {
    save: async ({ portal, call, base, version, arrangement, done }) => {
      const merged = await portal.settings.updateMenu({ ...call, base, ifVersion: version, arrangement });
      const kept = describeMerged(merged, menuValueLabel);
      return done(SIDEBAR_URL, `Se guardó el menú. Cada persona lo ve así en la siguiente página que abra.${kept}`);
    },
    preview: ({ arrangement, again }) => again(arrangement),
    original: ({ again }) => again(DELIVERED_MENU),
    up: ({ arrangement, detail, again }) => again(moveInMenu(arrangement, detail, -1)),
    down: ({ arrangement, detail, again }) => again(moveInMenu(arrangement, detail, 1)),
  },
);

/** The submitted arrangement; the verb checks its completeness and names. */
function readArrangement(form: FormData): MenuArrangement {
  const ids = (name: string) => form.getAll(name).slice(0, ROWS_MAX).map(String);
  const isShown = (id: string) => form.has(`shown.${id}`);
  return ids('group').map((id) => ({
    id,
    title: formText(form, `title.${id}`),
    isShown: isShown(id),
    collapsible: form.has(`collapsible.${id}`),
    entries: ids(`entry.${id}`).map((entry) => ({
      id: entry,
      title: formText(form, `title.${entry}`),
      isShown: isShown(entry),
      icon: formText(form, `icon.${entry}`) as MenuIcon,
    })),
  }));
}
