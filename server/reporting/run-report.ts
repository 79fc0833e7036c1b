import { dayOf } from '../domain/dates.ts';
import { requireMenu } from '../domain/permissions.ts';
import { readSideBySide } from '../read-model/pages/screen-query.ts';
import type { Freshness } from '../read-model/read-model.ts';
import type { Services } from '../services.ts';
import { withStateNames } from './columns.ts';
import { readChosen } from './read-chosen.ts';
import { readPictures, type ReportPictures } from './read-pictures.ts';
import { readReportQuery } from './report-query.ts';
import type { Report, ReportCall, ReportNumbers, ReportQuery } from './report.ts';

export interface ReportResult<Row extends object = object, Totals extends object = object> extends ReportNumbers<Row, Totals> {
  report: Report<Row, Totals>;
  query: ReportQuery;
  pictures: ReportPictures;
  /** Labels of the chosen filter values, by parameter. */
  chosen: Readonly<Record<string, string>>;
  /** What the person's permissions leave of it, in words; '' for everything. */
  scope: string;
  /** Remarks about the address, in Spanish. */
  problems: readonly string[];
  freshness: Freshness;
}

/** One page with its totals and charts, for the screen. Errors: `forbidden`, `unavailable`. */
export async function runReport<Row extends object, Totals extends object>(
  { sql, readModel }: Services,
  { actor, report: asDefined, params }: ReportCall<Row, Totals>,
): Promise<ReportResult<Row, Totals>> {
  requireMenu(actor, asDefined.menu);
  const report = withStateNames(asDefined, actor);
  const now = new Date();
  const { query, problems } = readReportQuery(report, params, { now, pageSize: actor.pageSize });
  const question = { query, today: dayOf(now), actor };
  const [freshness, [numbers, details]] = await Promise.all([
    readModel.freshness(),
    readSideBySide(
      sql,
      (read) => report.run(read, question),
      async (read) => ({
        pictures: await readPictures(read, report, question),
        chosen: await readChosen(read, { actor, report, query }),
        scope: (await report.scope?.(read, actor)) ?? '',
      }),
    ),
  ]);
  return { report, query: { ...query, page: numbers.page }, problems: Object.values(problems).flat(), ...numbers, ...details, freshness };
}
