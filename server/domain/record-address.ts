/** Pages and files of a list, whose addresses have a word where a record has its id. */
const WORDS: readonly string[] = ['choices', 'export', 'import', 'new'];
/** What the router or a proxy reads as something else: an encoded slash, a backslash, control characters, and the ending of a page's data. */
const MISREAD = /%2F|[\\\p{Cc}]|\.data$/u;

/** Whether an address can hold the id of a record; other programs may choose ids for which none can, and their records have no page. */
export function hasAddress(id: string): boolean {
  return !WORDS.includes(id) && !MISREAD.test(id);
}
