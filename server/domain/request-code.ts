const CHARACTERS = 8;

/**
 * The beginning of a request id, which people can read out and the log can be searched by. The whole id stays in the
 * `X-Request-Id` header and in the tooltip of the code on error pages.
 */
export function requestCode(requestId: string): string {
  return requestId.slice(0, CHARACTERS);
}
