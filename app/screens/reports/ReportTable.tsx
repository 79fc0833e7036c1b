import { capitalize } from '#server/domain/grammar.ts';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import type { ReportData } from './report-data.ts';

/** One page of the report, with the total of all pages under it. */
export function ReportTable({ data }: { data: ReportData }) {
  const { words, rows, search, sorting } = data;
  return (
    <TableFrame caption={data.title}>
      <thead>
        <tr>
          <SortHead name="name" label={capitalize(words.row)} current={sorting} search={search} />
          <th scope="col" className="from-sm">
            {words.detail}
          </th>
          <SortHead name="events" label={capitalize(words.events)} current={sorting} search={search} numeric />
          <th scope="col" className="num from-sm">
            % del total
          </th>
          <th scope="col" className="from-md">
            {words.last}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="key cut" title={row.name}>
              {row.href === null ? row.name : <a href={row.href}>{row.name}</a>}
            </td>
            <td className="cut w-1/4! from-sm" title={row.detail}>
              {row.detail}
            </td>
            <td className="num">{row.events}</td>
            <td className="num from-sm">{row.share}</td>
            <td className="nowrap tabular from-md">{row.last}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="text-start">
            Total
          </th>
          <td className="from-sm" aria-hidden />
          <td className="num">{data.total}</td>
          <td className="num from-sm">100.0 %</td>
          <td className="from-md" aria-hidden />
        </tr>
      </tfoot>
    </TableFrame>
  );
}
