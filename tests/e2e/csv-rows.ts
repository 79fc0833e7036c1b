/** Number of records below the header of one of the portal's CSV files: quoted fields may contain line breaks. */
export function csvRows(csv: string): number {
  let quoted = false;
  let rows = 0;
  for (const character of csv.trimEnd()) {
    if (character === '"') quoted = !quoted;
    else if (character === '\n' && !quoted) rows += 1;
  }
  return rows;
}
