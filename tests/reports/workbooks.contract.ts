import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '#server/platform/sql/sql.ts';
import { readForScreen } from '#server/read-model/pages/screen-query.ts';
import { REPORTS } from '#server/registries.ts';
import { readReportQuery } from '#server/reporting/report-query.ts';
import { BY_MONTH, type Report, type ReportColumn } from '#server/reporting/report.ts';
import { hasService } from '#server/testing/services.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { toPrimitive } from '#server/workbooks/cells.ts';
import { sheetName } from '#server/workbooks/layout.ts';
import { openLibreOffice, type LibreOffice } from './libreoffice.ts';
import { sum, TODAY } from './recounted.ts';

interface WorkbookCase {
  report: Report;
  by: string;
  name: string;
}

/** Every report, by its groupings at the given positions. */
export function workbookCases(places: readonly number[]): WorkbookCase[] {
  return REPORTS.flatMap((report) => {
    const groupings = (report.groupings ?? []).map(({ id }) => id);
    return [...new Set(places.map((place) => groupings.at(place) ?? ''))].map((by) => ({
      report,
      by,
      name: by === '' ? report.id : `${report.id}-${by}`,
    }));
  });
}

export interface WorkbookSource {
  cases: readonly WorkbookCase[];
  days: Readonly<Record<'from' | 'to', string>>;
  /** The read model on which the workbooks are based. */
  sql: () => Sql;
  /** Writes an administrator's workbook to a file. */
  write: (report: Report, params: URLSearchParams, file: string) => Promise<void>;
}

/** LibreOffice opens each workbook and recalculates it; results must equal the report's. The read model is filled by earlier hooks. */
export function describeWorkbooks({ cases, days, sql, write }: WorkbookSource): void {
  describe.skipIf(!hasService('LibreOffice'))('a workbook in LibreOffice', () => {
    let office: LibreOffice;
    const isPageOf = (page: string, name: string) =>
      page.startsWith(`${name}-`) && !cases.some((other) => other.name.length > name.length && page.startsWith(`${other.name}-`));
    const file = (folder: string, name: string) => path.join(office.directory, folder, name);

    beforeAll(async () => {
      office = await openLibreOffice();
      for (const { report, by, name } of cases)
        await write(report, new URLSearchParams({ ...days, by }), path.join(office.directory, `${name}.xlsx`));
      const workbooks = cases.map(({ name }) => path.join(office.directory, `${name}.xlsx`));
      await office.convert(workbooks, 'csv', 'opened');
      await office.convert(workbooks, 'fods', 'kept');
      const worked: string[] = [];
      for (const { report, by, name } of cases) {
        const whole = withoutValues(await readFile(file('kept', `${name}.fods`), 'utf8'));
        const filtered = filterRows(whole, await wantedRows(report, by));
        for (const [suffix, content] of Object.entries({ whole, filtered })) {
          worked.push(path.join(office.directory, `${name}.${suffix}.fods`));
          await writeFile(worked.at(-1) ?? '', content);
        }
      }
      await office.convert(worked, 'csv', 'worked');
    }, 600_000);
    afterAll(() => office?.remove());

    it.each(cases)('opens with all of its sheets, the picture and the filters: $name', async ({ report, by, name }) => {
      const { rows } = await numbersOf(report, by);
      expect(rows.length).toBeGreaterThan(0);
      const further = report.further ? 1 : 0;
      const pages = (await readdir(path.join(office.directory, 'opened'))).filter((page) => isPageOf(page, name));
      expect(pages).toEqual(expect.arrayContaining([`${name}-Resumen.csv`, `${name}-Parámetros.csv`, `${name}-${tabOf(report)}.csv`]));
      expect(pages).toHaveLength(3 + further);
      const kept = await readFile(file('kept', `${name}.fods`), 'utf8');
      expect(kept).toContain('<draw:image');
      // The drop-down arrows of its filter.
      expect(kept.match(/<table:database-range [^>]*table:display-filter-buttons="true"/g)).toHaveLength(1 + further);
    });

    it.each(cases)('has the rows of the report: $name', async ({ report, by, name }) => {
      const { rows } = await numbersOf(report, by);
      const page = await pageOf('opened', name, report);
      const end = page.at(-1)?.[0] === 'Total' ? page.length - 1 : page.length;
      // A month is a date; a text loses the spaces around it in LibreOffice.
      const cellOf = (row: object) => (by === BY_MONTH ? firstDay(report.rowKey(row)) : textOf(report, row).trim());
      expect(page.slice(end - rows.length, end).map(([first]) => first)).toEqual(rows.map(cellOf));
      if (by !== BY_MONTH) return;
      const kept = await readFile(file('kept', `${name}.fods`), 'utf8');
      for (const row of rows) expect(kept).toContain(`<text:p>${textOf(report, row)}</text:p>`);
    });

    it.each(cases)('recalculates the totals, of all rows and of filtered ones: $name', async ({ report, by, name }) => {
      const { rows, totals } = await numbersOf(report, by);
      const wanted = await wantedRows(report, by);
      const whole = (await pageOf('worked', `${name}.whole`, report)).at(-1) ?? [];
      const filtered = (await pageOf('worked', `${name}.filtered`, report)).at(-1) ?? [];
      for (const [place, column] of columnsIn(report).entries()) {
        if (column.sum === undefined || column.kind === 'percent') continue;
        const left = rows.filter((_row, at) => wanted[at]).map((row) => numberOf(column.value(row), column));
        expect([column.name, Number(whole[place])]).toEqual([column.name, expect.closeTo(numberOf(column.sum(totals), column), 4)]);
        expect([column.name, Number(filtered[place])]).toEqual([column.name, expect.closeTo(sum(left), 4)]);
      }
    });

    /** Lines of the sheet with the rows, up to the last one that is not empty. */
    async function pageOf(folder: string, name: string, report: Report): Promise<string[][]> {
      const page = parseCsv(await readFile(file(folder, `${name}-${tabOf(report)}.csv`), 'utf8'));
      return page.slice(0, page.findLastIndex((cells) => cells.some((cell) => cell !== '')) + 1);
    }

    async function numbersOf(report: Report, by: string): Promise<{ rows: readonly object[]; totals: object }> {
      const { query } = readReportQuery(report, new URLSearchParams({ ...days, by }), { now: new Date(), pageSize: 1_000 });
      const question = { query, today: TODAY, actor: testStaff() };
      return readForScreen(sql(), (read) => report.run(read, question));
    }

    /** Rows that remain when somebody filters the first column by the value of its second row. */
    async function wantedRows(report: Report, by: string): Promise<boolean[]> {
      const { rows } = await numbersOf(report, by);
      const values = rows.map((row) => columnsIn(report)[0]?.value(row));
      const chosen = values[1] ?? values[0];
      return values.map((value) => value === chosen);
    }
  });
}

const tabOf = ({ tab, title }: Report) => sheetName(tab ?? title, 1);
const columnsIn = ({ columns }: Report) => columns.filter(({ only }) => only !== 'screen');
const textOf = (report: Report, row: object) => String(toPrimitive(columnsIn(report)[0]?.value(row), 'text') ?? '');
const firstDay = (month: string) => `01/${month.slice(5)}/${month.slice(0, 4)}`;
const numberOf = (value: unknown, { kind }: ReportColumn) => Number(toPrimitive(value, kind) ?? 0);

/** Formulas without their cached values, so that they must be recalculated. */
function withoutValues(content: string): string {
  return content.replace(/( table:formula="of:=SUBTOTAL\(109[^"]*")[^>]*>[^]*?<\/table:table-cell>/g, '$1/>');
}

const ROW = /<table:table-row\b/g;

/** Hides rows as LibreOffice's filter does: unwanted ones above the total. */
function filterRows(content: string, wanted: readonly boolean[]): string {
  const total = content.indexOf('of:=SUBTOTAL(109');
  if (total === -1) return content;
  const starts = [...content.slice(0, total).matchAll(ROW)].map(({ index }) => index);
  // The last row holds the total.
  const data = starts.slice(-1 - wanted.length, -1);
  let filtered = content;
  for (const [place, start] of [...data.entries()].reverse()) {
    if (wanted[place]) continue;
    const end = start + '<table:table-row'.length;
    filtered = `${filtered.slice(0, end)} table:visibility="filter"${filtered.slice(end)}`;
  }
  return filtered;
}

/** Fields as in RFC 4180; only fields that need quotes have them. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows;
}
