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

/** What the shell's loader gives to everything around the page. */
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
      /** Address of the cooperative's logo; null shows the portal's sign. */
      logo: liveSettings.logoHref(),
      staff: { name, email, roleTitle, roleIsRetired, theme, pageSize },
      unreadAlerts,
      restSeconds: context.restSeconds,
      /** Ids of the menu entries that this person may open; what they are, the browser knows. */
      menus: [...menus],
      /** What they may not do there (useMay). */
      ...(withheld && { withheld: [...withheld] }),
      /** How the cooperative calls and orders the menu; null as delivered. */
      arrangement: await context.portal.settings.shownMenu(),
      menuState: readMenuState(cookies),
      /** Of whose document this page is a place for what else it holds; only for administrators. */
      ...(context.portal.unread.hasOtherData({ actor: staff, pathname: url.pathname }) && { otherDataOf: url.pathname }),
      /** Text of the time up to which lists are complete. */
      freshness: freshnessOf(context),
      /** What the last action did; shown once. */
      toast: notice ? toastOf(notice, url) : request.headers.has(PEEK_HEADER) ? null : await exportToast(context, staff, url),
    },
    forget === null ? undefined : { headers: { 'Set-Cookie': forget } },
  );
}

function toastOf({ kind, text, undo: undone, run }: Notice, url: URL): ToastContent {
  const undo = undone && undoForm(undone, url);
  return { kind, text, ...(undo && { undo }), ...(run !== undefined && { link: { href: bulkUrl(run), label: 'Ver cuáles' } }) };
}

/** A large export of the person that is over since the last page. */
async function exportToast({ portal }: LoaderFunctionArgs['context'], actor: Staff, { pathname }: URL): Promise<ToastContent | null> {
  if (!actor.hasUntoldExport) return null;
  const over = await portal.exports.takeExportNotice({ actor });
  // Its own page tells by itself.
  if (!over || pathname === exportUrl(over.id)) return null;
  const [kind, words] = over.state === 'ready' ? (['success', 'está lista'] as const) : (['error', 'no se pudo preparar'] as const);
  return { kind, text: `La exportación «${over.title}» ${words}.`, link: { href: exportUrl(over.id), label: 'Verla' } };
}
