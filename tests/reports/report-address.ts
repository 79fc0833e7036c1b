import type { Period } from '#server/domain/periods.ts';
import { REPORTS } from '#server/registries.ts';

/** JSON of a report, with the parameters that it has: any other is refused. */
export function reportAddress(id: string, { by, ...days }: Period & { by: string }): string {
  const report = REPORTS.find((one) => one.id === id);
  const query = new URLSearchParams({ ...(report?.days !== 'none' && { ...days }), ...(by !== '' && { by }) });
  return `/reports/${id}.json?${query}`;
}
