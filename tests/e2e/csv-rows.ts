/** Records of a CSV of ours under its header: quoted fields may hold line ends. */
export function csvRows(csv: string): number {
  let quoted = false;
  let rows = 0;
  for (const character of csv.trimEnd()) {
    if (character === '"') quoted = !quoted;
    else if (character === '\n' && !quoted) rows += 1;
  }
  return rows;
}
