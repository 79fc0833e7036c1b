const CHARACTERS = 8;

/**
 * What people read and tell of a request's id: its beginning, by which the log is searched. The whole id stays in the
 * `X-Request-Id` header and in the title of the code on error pages.
 */
export function requestCode(requestId: string): string {
  return requestId.slice(0, CHARACTERS);
}
