import type { AppLoadContext } from '@remix-run/node';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import type { MenuId } from '#server/domain/menu.ts';
import { requireMenu, type Staff } from '#server/domain/permissions.ts';

/**
 * The signed-in person, with a 403 unless they have this menu. The gate stops everybody without a session before this point, so a missing
 * person is a 401, not a page.
 */
export function requireStaff({ staff }: Pick<AppLoadContext, 'staff'>, menu?: MenuId): Staff {
  if (!staff) throw new AppError('unauthenticated', 'no session', { userMessage: 'Su sesión terminó. Inicie sesión de nuevo.' });
  if (menu) requireMenu(staff, menu);
  return staff;
}

/** Formatted time up to which the lists of this request are complete. Determined when the person was signed in. */
export function freshnessOf(context: Pick<AppLoadContext, 'staff' | 'freshness'>): { at: string; delayed: boolean } {
  requireStaff(context);
  return { at: formatDateTimeSeconds(context.freshness?.asOf ?? null), delayed: context.freshness?.delayed ?? true };
}
