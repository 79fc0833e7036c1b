/** The field errors of an RFC 9457 problem; empty if it has none. */
export function fieldErrorsOf(problem: unknown): Record<string, string[]> {
  if (typeof problem !== 'object' || problem === null || !('errors' in problem)) return {};
  const { errors } = problem;
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, texts]: [string, unknown]) =>
      Array.isArray(texts) ? [[name, texts.filter((text) => typeof text === 'string')] as const] : [],
    ),
  );
}

/** The server's own message from its JSON answer (RFC 9457), or else `otherwise`. */
export function sentenceOf(problem: unknown, otherwise: string): string {
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return otherwise;
  return typeof problem.detail === 'string' ? problem.detail : otherwise;
}
