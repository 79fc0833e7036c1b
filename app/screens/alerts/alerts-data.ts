import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { ALERTS_URL } from '#server/domain/alerts.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { formAction } from '../forms/form-action.ts';

/** Data of `/avisos` (`?todos=1` includes those already read). */
export async function loadAlerts({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const all = new URL(request.url).searchParams.has('todos');
  return { ...(await context.portal.alerts.findAlerts({ actor, all })), all, unread: actor.unreadAlerts ?? 0 };
}

/** `intent` read: one alert (`read:id`) or all. */
export const actOnAlerts = formAction(
  { of: 'los avisos' },
  {
    read: async ({ portal, actor, detail, url, done }) => {
      await portal.alerts.readAlerts({ actor, id: detail });
      const back = ALERTS_URL + url.search;
      return detail === '' ? done(back, 'Se marcaron todos como leídos.') : redirect(back);
    },
  },
);

/** `/avisos/:id`: redirects to what the alert is about, but never to a page that refuses. */
export async function followAlert({ params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { href } = await context.portal.alerts.openAlert({ actor, id: params['id'] ?? '' });
  if (href !== null) return redirect(href);
  return redirectWithNotice(context, ALERTS_URL, { kind: 'error', text: 'Eso ya no existe, o usted ya no puede verlo.' });
}
