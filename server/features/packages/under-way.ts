import { LATE_AFTER_DAYS } from '../../domain/transit.ts';
import { fragment } from '../../platform/sql-fragment.ts';

/** Whole days since a package was sent, over `t`: 0 where nobody wrote down when. */
export const DAYS_UNDER_WAY = `greatest(0, floor(extract(epoch FROM now() - t."sendedAt") / 86400))::integer`;

/** Sent longer ago than packages take, over `t`: more than LATE_AFTER_DAYS such days, as a bound on the stored time. */
export const IS_LATE = fragment`t.status = 'SENT' AND t."sendedAt" <= now() - make_interval(days => ${LATE_AFTER_DAYS + 1}::int)`;
