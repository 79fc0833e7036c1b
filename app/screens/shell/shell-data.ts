import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { bulkUrl } from '#server/domain/bulk.ts';
import { exportUrl } from '#server/domain/large-exports.ts';
import type { Notice } from '#server/domain/notice.ts';
import type { Staff } from '#server/domain/permissions.ts';
import type { ToastContent } from '../../ui/Toast.tsx';
import { freshnessOf, requireStaff } from '../../context.ts';
import { PEEK_HEADER } from '../lists/row-link.ts';
import { undoForm } from './undo-form.ts';
import { readMenuState } from './menu-state.ts';

/** Data of the shell's loader, for everything around the page. */
export type ShellData = Awaited<ReturnType<typeof loadShell>>['data'];

export async function loadShell({ context, request }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  const { name, email, roleTitle, roleIsRetired = false, theme, pageSize, menus, withheld, unreadAlerts = 0 } = staff;
  const cookies = request.headers.get('Cookie');
  const { notice, forget } = context.notices.read(staff, cookies);
  const { liveSettings } = context.portal;
  const url = new URL(request.url);
  return data(
    {
      cooperativeName: liveSettings.current().cooperativeName,
      /** Address of the cooperative's logo; null shows the portal's own. */
      logo: liveSettings.logoHref(),
      staff: { name, email, roleTitle, roleIsRetired, theme, pageSize },
      unreadAlerts,
      restSeconds: context.restSeconds,
      /** Ids of the menu entries this person may open; the browser knows the rest. */
      menus: [...menus],
      /** What they may not do there (useMay). */
      ...(withheld && { withheld: [...withheld] }),
      /** The cooperative's names and order for the menu; null for the default. */
      arrangement: await context.portal.settings.shownMenu(),
      menuState: readMenuState(cookies),
      /** Set when this page's document may hold other data, to be shown beside it; only for administrators. */
      ...(context.portal.unread.hasOtherData({ actor: staff, pathname: url.pathname }) && { otherDataOf: url.pathname }),
      /** Time up to which lists are complete, formatted. */
      freshness: freshnessOf(context),
      /** Result of the last action; shown once. */
      toast: notice ? toastOf(notice, url) : request.headers.has(PEEK_HEADER) ? null : await exportToast(context, staff, url),
    },
    forget === null ? undefined : { headers: { 'Set-Cookie': forget } },
  );
}

function toastOf({ kind, text, undo: undone, run }: Notice, url: URL): ToastContent {
  const undo = undone && undoForm(undone, url);
  return { kind, text, ...(undo && { undo }), ...(run !== undefined && { link: { href: bulkUrl(run), label: 'Ver cuáles' } }) };
}

/** Toast for a large export of the person that finished since the last page. */
async function exportToast({ portal }: LoaderFunctionArgs['context'], actor: Staff, { pathname }: URL): Promise<ToastContent | null> {
  if (!actor.hasUntoldExport) return null;
  const over = await portal.exports.consumeExportNotice({ actor });
  // The export's own page already reports it.
  if (!over || pathname === exportUrl(over.id)) return null;
  const [kind, words] = over.state === 'ready' ? (['success', 'está lista'] as const) : (['error', 'no se pudo preparar'] as const);
  return { kind, text: `La exportación «${over.title}» ${words}.`, link: { href: exportUrl(over.id), label: 'Verla' } };
}
