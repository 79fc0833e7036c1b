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
          <th scope="col">{words.detail}</th>
          <SortHead name="events" label={capitalize(words.events)} current={sorting} search={search} numeric />
          <th scope="col" className="num">
            % del total
          </th>
          <th scope="col">{words.last}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="key" title={row.name}>
              {row.href === null ? row.name : <a href={row.href}>{row.name}</a>}
            </td>
            <td className="cut" title={row.detail}>
              {row.detail}
            </td>
            <td className="num">{row.events}</td>
            <td className="num">{row.share}</td>
            <td className="nowrap tabular">{row.last}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" colSpan={2} className="text-start">
            Total
          </th>
          <td className="num">{data.total}</td>
          <td className="num">100.0 %</td>
          <td />
        </tr>
      </tfoot>
    </TableFrame>
  );
}
