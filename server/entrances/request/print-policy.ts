/** What the browser lets a document for the printer do: show what is in it, and ask for the printer. */
export function printPolicy(nonce: string): string {
  return `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
