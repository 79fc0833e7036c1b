/** A problem that a verification of the read model found in a row (server/read-model/upkeep/verify.ts), in Spanish. */
export function describeDrift(problem: string): string {
  if (problem === 'missing') return 'Falta la fila.';
  if (problem.startsWith('extra')) return 'Sobra la fila: el documento ya no existe.';
  const fields = /^fields (.+)$/.exec(problem)?.[1];
  return fields === undefined ? problem : `Campos distintos: ${fields}.`;
}
