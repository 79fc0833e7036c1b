import { REPORT_PARAM } from '../domain/list-params.ts';
import { canOpen, type Staff } from '../domain/permissions.ts';
import type { Services } from '../services.ts';
import { readReportQuery } from './report-query.ts';
import { reportHref, type ReportWithQuery } from './report-urls.ts';

/** A breadcrumb above a list that a report's number linked to. */
export interface WayBack {
  label: string;
  href: string;
}

/** Adds the report and its parameters to the address of a list that a number links to; null stays null. */
export function withWayBack(href: string | null, source: ReportWithQuery): string | null {
  if (!href?.includes('?')) return href;
  const [, search = ''] = reportHref(source, {}).split('?');
  return `${href}&${new URLSearchParams({ [REPORT_PARAM]: `${source.report.id}?${search}` })}`;
}

/**
 * Reads the report leniently and rebuilds its link, so that no part of the address becomes a link unchecked. Empty when the person may
 * not open the report.
 */
export function findWayBack({ registries }: Services, { actor, params }: { actor: Staff; params: URLSearchParams }): WayBack[] {
  const [id, search = ''] = (params.get(REPORT_PARAM) ?? '').split('?');
  const report = registries.reports.find((one) => one.id === id);
  if (!report || !canOpen(actor, report.menu)) return [];
  const { query } = readReportQuery(report, new URLSearchParams(search), { now: new Date(), pageSize: actor.pageSize });
  return [report.place, { label: report.title, href: reportHref({ report, query }, {}) }];
}
