/** What a guard protects; `--only` accepts it too. */
export type GuardKind =
  | 'permission'
  | 'row access'
  | 'session'
  | 'origin'
  | 'header'
  | 'limit'
  | 'rate limit'
  | 'input'
  | 'content'
  | 'escaping'
  | 'transaction'
  | 'version'
  | 'once'
  | 'state'
  | 'audit';

/** A check in the source, with a replacement for when it is removed: it still compiles, and refuses nothing. */
export interface Guard {
  /** Stable when lines are added above: file, function and the text of the check. */
  id: string;
  kind: GuardKind;
  /** Relative to the project's root, with slashes. */
  file: string;
  /** Exact text, at offset `start` of the file. */
  piece: string;
  start: number;
  replacement: string;
  /** Test files that must fail without the guard, cheapest first; `file :: words` runs only tests whose names match. */
  tests: readonly string[];
  /** Why no test can notice its removal, for guards that check something a second time. */
  alsoGuardedBy?: string;
}
