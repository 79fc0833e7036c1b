/** The text code of an error of Node, pg or Firebase (`ECONNREFUSED`, `23505`, `auth/user-not-found`); '' when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
