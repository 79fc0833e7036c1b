import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { formText } from '#server/domain/form-text.ts';
import { requireStaff } from '../context.ts';

/**
 * Stores the person's display preferences, `theme`, `pageSize` and `keys`, or their arrangement of Inicio: `home` (readHomeChange) and `tile`.
 * `redirectTo` is the page they are on.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const staff = requireStaff(context);
  const form = await request.formData();
  if (form.has('home')) {
    await context.portal.home.arrangeHome({ actor: staff, act: formText(form, 'home'), tile: formText(form, 'tile') });
    return redirect(ownPath(form.get('redirectTo'), request.url));
  }
  const given = ['theme', 'pageSize', 'keys'].filter((name) => form.has(name));
  await context.portal.staff.setPreferences(staff.id, Object.fromEntries(given.map((name) => [name, form.get(name)])));
  return redirect(ownPath(form.get('redirectTo'), request.url));
}

export async function loader() {
  return redirect('/');
}

function ownPath(value: FormDataEntryValue | null, base: string): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/';
  try {
    const url = new URL(value, base);
    // A browser would take a path that begins with two slashes for another host.
    return url.origin === new URL(base).origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/';
  } catch {
    return '/';
  }
}
