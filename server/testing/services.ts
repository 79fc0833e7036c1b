/**
 * Suites that need a real service (Redis, the emulators, Chromium) run when it is found. When it is not, they say so in
 * one line and are skipped; with REQUIRE_SERVICES=1 (CI) a missing service is a failure instead.
 */
export function serviceOrSkip(name: string, found: boolean): boolean {
  if (found) return true;
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(`${name} is required (REQUIRE_SERVICES=1) but was not found`);
  process.stderr.write(`skipped: ${name} was not found on this machine\n`);
  return false;
}
