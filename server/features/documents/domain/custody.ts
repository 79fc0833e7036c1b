/**
 * Custody of a digitized document: who had it, at which agency, in which package, on which shelf, from when to when. It follows
 * from the audit entries of the document and from the document as it is (docs/decisions/038-custody-and-receiving.md).
 *
 * Instants are ISO text of one length (`readTimestamp`), so that their order is that of the text.
 */
const FIELDS = ['userId', 'agencyId', 'inPackage', 'fromPackaging', 'ubicacion', 'status'] as const;

/** What of a document says where it is, as stored. */
export type Holding = Record<(typeof FIELDS)[number], string>;

/** An audit entry as far as custody goes: only the fields that it names. */
export interface CustodyEntry {
  at: string;
  /** Its id. */
  entry: string;
  /** null: the document was made. */
  before: Partial<Holding> | null;
  after: Partial<Holding>;
}

export interface CustodyInterval {
  from: string;
  /** null: until now. */
  to: string | null;
  held: Held;
  /** The entry that made it so; '' where none says it. */
  entry: string;
  /**
   * No entry tells of it: `start`, the audit does not say how the document began; `change`, it was seen at `from` that something
   * had changed it since the interval before.
   */
  untold: 'change' | 'start' | null;
}

/** Where a document is. A shelf counts while the document is archived: its place stays stored afterwards. */
export interface Held extends Omit<Holding, 'ubicacion'> {
  shelf: string;
}

interface CustodyDocument {
  now: Holding;
  createdAt: string;
  updatedAt: string | null;
}

type Step = Pick<CustodyInterval, 'entry' | 'from' | 'untold'> & { holding: Holding };

/**
 * The intervals of a document's custody, oldest first: without overlap, without gap, no two neighbours alike, the last one open
 * and as the document is. What other programs changed without an entry, or with one that tells half, shows as an interval that
 * is `untold`.
 */
export function custodyOf(document: CustodyDocument, given: readonly CustodyEntry[]): CustodyInterval[] {
  const entries = [...given].sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const steps = stepsOf(document, entries);
  const intervals: CustodyInterval[] = [];
  for (const { holding, ...step } of steps) {
    const held = heldOf(holding);
    const last = intervals.at(-1);
    if (last && isSameHeld(last.held, held)) continue;
    if (last) last.to = step.from;
    intervals.push({ ...step, to: null, held });
  }
  return intervals;
}

function stepsOf({ now, createdAt, updatedAt }: CustodyDocument, entries: readonly CustodyEntry[]): Step[] {
  const [first] = entries;
  let holding = beginningOf(now, entries);
  let from = first && (first.before === null || first.at < createdAt) ? first.at : createdAt;
  const steps: Step[] = first?.before === null ? [] : [{ from, holding, entry: '', untold: 'start' }];
  for (const { at, entry, before, after } of entries) {
    from = at;
    const seen = { ...holding, ...before };
    if (differs(seen, holding)) steps.push({ from, holding: seen, entry: '', untold: 'change' });
    holding = { ...seen, ...after };
    steps.push({ from, holding, entry, untold: null });
  }
  if (!differs(holding, now)) return steps;
  // When the document was written last is the latest that it can have changed.
  const seenAt = updatedAt !== null && updatedAt > from ? updatedAt : from;
  return [...steps, { from: seenAt, holding: now, entry: '', untold: 'change' }];
}

/** Before the first entry: what the entries say was there before them; what none speaks of has always been as it is. */
function beginningOf(now: Holding, entries: readonly CustodyEntry[]): Holding {
  const holding = { ...now };
  for (const field of FIELDS) {
    const telling = entries.find(({ before, after }) => before?.[field] !== undefined || after[field] !== undefined);
    if (telling) holding[field] = telling.before?.[field] ?? '';
  }
  return holding;
}

function differs(one: Holding, other: Holding): boolean {
  return FIELDS.some((field) => one[field] !== other[field]);
}

export function heldOf({ ubicacion, ...held }: Holding): Held {
  return { ...held, shelf: held.status === 'ARCHIVED' ? ubicacion : '' };
}

function isSameHeld(one: Held, other: Held): boolean {
  return (Object.keys(one) as (keyof Held)[]).every((name) => one[name] === other[name]);
}
