import { countOf } from '../../../domain/text.ts';

/** Whole days after which a package that nobody has received counts as late: papers go by courier from one working day to the next. */
export const LATE_AFTER_DAYS = 3;

/** Shown as the recipient of a package without one. */
export const ANYBODY = 'Cualquiera';

/** How long something is under way, with a word for what is late. */
export function transitDaysText(days: number): string {
  const text = days === 0 ? 'hoy' : countOf(days, 'día', 'días');
  return days > LATE_AFTER_DAYS ? `${text}, atrasado` : text;
}
