import type { TableRow } from '#server/domain/document-content.ts';

/** Rows as a spreadsheet shows them: numbers at their left, letters over the columns. */
export function PartTable({ rows, caption }: { rows: readonly TableRow[]; caption: string }) {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (columns === 0) return <p className="text-muted">No hay datos en esta parte.</p>;
  const letters = Array.from({ length: columns }, (_unused, index) => letterOf(index));
  return (
    <table className="viewer-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Fila</span>
          </th>
          {letters.map((letter) => (
            <th key={letter} scope="col">
              {letter}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, cells }) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            {letters.map((letter, index) => (
              <td key={letter} className={isAmount(cells[index]) ? 'num' : undefined}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A to Z, AA, AB … as spreadsheets name their columns. */
function letterOf(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? letterOf(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

const LONGEST_AMOUNT = 24;

/** Numbers stand to the right, as they are compared. */
function isAmount(cell: string | undefined): boolean {
  return cell !== undefined && cell.length <= LONGEST_AMOUNT && /^-?[Q$]?-?\d[\d.,]*%?$/.test(cell);
}
