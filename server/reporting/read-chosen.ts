import type { Staff } from '../domain/permissions.ts';
import { readSentences } from '../lists/list-page.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { nonEmptyValues } from './report-query.ts';
import type { Report, ReportQuery } from './report.ts';

interface ChosenCall {
  actor: Staff;
  report: Pick<Report, 'parameters'>;
  query: Pick<ReportQuery, 'filters'>;
}

/** The labels of the chosen filter values, by parameter. */
export async function readChosen(read: Read, { actor, report, query }: ChosenCall): Promise<Record<string, string>> {
  const sentences = await readSentences(read, { filters: report.parameters }, actor, { q: '', filters: nonEmptyValues(query.filters) });
  const chosen: Record<string, string> = {};
  for (const { param, value } of sentences) chosen[param] = chosen[param] === undefined ? value : `${chosen[param]}, ${value}`;
  return chosen;
}
