import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { freshnessOf, requireStaff } from '../../context.ts';
import { undoForm } from '../notices/undo-form.ts';
import { readMenuState } from './menu-state.ts';

/** What the shell's loader gives to everything around the page. */
export type ShellData = Awaited<ReturnType<typeof loadShell>>['data'];

export async function loadShell({ context, request }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  const { name, email, roleTitle, roleIsRetired = false, theme, pageSize, menus } = staff;
  const cookies = request.headers.get('Cookie');
  const { notice, forget } = context.notices.read(staff, cookies);
  const { liveSettings } = context.portal;
  const undo = notice?.undo && undoForm(notice.undo, new URL(request.url));
  return data(
    {
      cooperativeName: liveSettings.current().cooperativeName,
      /** Address of the cooperative's logo; null shows the portal's sign. */
      logo: liveSettings.logoHref(),
      staff: { name, email, roleTitle, roleIsRetired, theme, pageSize },
      /** Ids of the menu entries that this person may open; what they are, the browser knows. */
      menus: [...menus],
      menuState: readMenuState(cookies),
      /** Text of the time up to which lists are complete. */
      freshness: freshnessOf(context),
      /** What the last action did; shown once. */
      toast: notice && { kind: notice.kind, text: notice.text, ...(undo && { undo }) },
    },
    forget === null ? undefined : { headers: { 'Set-Cookie': forget } },
  );
}
