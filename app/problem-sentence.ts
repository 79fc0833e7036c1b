/** The server's own sentence about a refusal, from the JSON that it answered (RFC 9457), when there is one. */
export function sentenceOf(problem: unknown, otherwise: string): string {
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return otherwise;
  return typeof problem.detail === 'string' ? problem.detail : otherwise;
}
