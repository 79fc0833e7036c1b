/** What a guard protects; `--only` takes it too. */
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

/** A check in the source, and what stands in its place when it is taken out: that still runs, and refuses nothing. */
export interface Guard {
  /** Stays the same when lines are added above: file, function and the text of the check. */
  id: string;
  kind: GuardKind;
  /** From the project's root, with slashes. */
  file: string;
  /** Exact text, at `start` of the file. */
  piece: string;
  start: number;
  replacement: string;
  /** Test files that must notice, cheapest first; `file :: words` takes only tests whose names match. */
  tests: readonly string[];
  /** Why no test can notice it, for those that are a second check of the same thing. */
  alsoGuardedBy?: string;
}
