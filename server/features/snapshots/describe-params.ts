import { canOpen } from '../../domain/permissions.ts';
import { isRelativeDays, RELATIVE_LABELS } from '../../domain/relative-days.ts';
import type { Report } from '../../reporting/report.ts';
import type { Call, Services } from '../../services.ts';
import { resolved } from './save-schedule.ts';
import { describeAsked } from '../../reporting/export-report.ts';

/** What a schedule or run asks its report for, as the head of the file says it; relative days by their name. */
export async function describeParams(
  services: Services,
  { actor, report, params }: Call & { report: Report | undefined; params: Readonly<Record<string, string>> },
): Promise<(readonly [label: string, value: string])[]> {
  if (!report || !canOpen(actor, report.menu)) return Object.entries(params);
  const { relative = '' } = params;
  const asked = await describeAsked(services, { actor, report, params: new URLSearchParams(resolved(params, new Date())) });
  if (!isRelativeDays(relative)) return asked;
  return [['Días', RELATIVE_LABELS[relative]], ...asked.filter(([label]) => label !== 'Desde' && label !== 'Hasta')];
}
