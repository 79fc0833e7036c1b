/** Why a row is not what its document says (server/read-model/upkeep/verify.ts) or cannot be made, in Spanish. */
export function describeDrift(problem: string): string {
  if (problem === 'missing') return 'Falta la fila.';
  if (problem.startsWith('extra')) return 'Sobra la fila: el documento ya no existe.';
  const [, kind, rest] = /^(fields|projection:|cannot be stored:) (.+)$/s.exec(problem) ?? [];
  if (kind === undefined) return problem;
  return kind === 'fields'
    ? `Campos distintos: ${rest}.`
    : `${kind === 'projection:' ? 'No se puede leer' : 'No se puede guardar'}: ${rest}`;
}
