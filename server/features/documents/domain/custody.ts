/**
 * Custody of a digitized document: who had it, at which agency, in which package, on which shelf, from when to when. It follows
 * from the audit entries of the document and from the document as it is (docs/decisions/038-custody-and-receiving.md).
 *
 * Instants are ISO text of one length (`readTimestamp`), so that their order is that of the text.
 */
const FIELDS = ['userId', 'agencyId', 'inPackage', 'fromPackaging', 'ubicacion', 'status'] as const;

/** The stored fields of a document that say where it is. */
export type CustodyFields = Record<(typeof FIELDS)[number], string>;

/** The custody part of an audit entry: only fields that it names. */
export interface CustodyEntry {
  at: string;
  /** Id of the entry. */
  entry: string;
  /** null: the entry created the document. */
  before: Partial<CustodyFields> | null;
  after: Partial<CustodyFields>;
  /** It took back the assignment before it. */
  isUndo?: boolean;
}

export interface CustodyInterval {
  from: string;
  /** null: it still lasts. */
  to: string | null;
  held: CustodyState;
  /** Id of the entry that began it; '' if none did. */
  entry: string;
  /**
   * Set where no entry tells of it: `start`, the audit does not say how the document began; `change`, something had changed it by `from`,
   * since the interval before.
   */
  untold: 'change' | 'start' | null;
  /** It began because the interval before was undone: the document went on as it had been. */
  isUndo?: true;
}

/** Where a document is. The shelf counts only while it is archived: the place stays stored afterwards. */
export interface CustodyState extends Omit<CustodyFields, 'ubicacion'> {
  shelf: string;
}

interface CustodyDocument {
  now: CustodyFields;
  createdAt: string;
  updatedAt: string | null;
}

type Step = Pick<CustodyInterval, 'entry' | 'from' | 'isUndo' | 'untold'> & { holding: CustodyFields };

/**
 * The intervals of a document's custody, oldest first: without overlap, without gap, no two neighbours alike, the last one open and equal
 * to the document as it is. What other programs changed without an entry, or with an incomplete one, shows as an interval that is `untold`.
 */
export function custodyOf(document: CustodyDocument, auditEntries: readonly CustodyEntry[]): CustodyInterval[] {
  const entries = [...auditEntries].sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const steps = stepsOf(document, entries);
  const intervals: CustodyInterval[] = [];
  for (const { holding, ...step } of steps) {
    const held = custodyStateOf(holding);
    const last = intervals.at(-1);
    if (last && isSameState(last.held, held)) continue;
    if (last) last.to = step.from;
    intervals.push({ ...step, to: null, held });
  }
  return intervals;
}

/**
 * The interval that still lasts, with the beginning that people mean: an assignment that was undone did not break the custody before it.
 * Empty only for no intervals.
 */
export function presentOf(intervals: readonly CustodyInterval[]): CustodyInterval[] {
  const last = intervals.at(-1);
  if (!last) return [];
  let place = intervals.length - 1;
  while (intervals[place]?.isUndo) {
    const earlier = intervals[place - 2];
    if (!earlier || !isSameState(earlier.held, last.held)) break;
    place -= 2;
  }
  const { from, entry, untold } = intervals[place] ?? last;
  return [{ ...last, from, entry, untold }];
}

function stepsOf({ now, createdAt, updatedAt }: CustodyDocument, entries: readonly CustodyEntry[]): Step[] {
  const [first] = entries;
  let holding = beginningOf(now, entries);
  let from = first && (first.before === null || first.at < createdAt) ? first.at : createdAt;
  const steps: Step[] = first?.before === null ? [] : [{ from, holding, entry: '', untold: 'start' }];
  for (const { at, entry, before, after, isUndo } of entries) {
    from = at;
    const asFound = { ...holding, ...before };
    if (differs(asFound, holding)) steps.push({ from, holding: asFound, entry: '', untold: 'change' });
    holding = { ...asFound, ...after };
    steps.push({ from, holding, entry, untold: null, ...(isUndo && { isUndo }) });
  }
  if (!differs(holding, now)) return steps;
  // The latest that it can have changed is when the document was last written.
  const seenAt = updatedAt !== null && updatedAt > from ? updatedAt : from;
  return [...steps, { from: seenAt, holding: now, entry: '', untold: 'change' }];
}

/** Custody before the first entry: each field is as its first entry found it; fields that no entry names have not changed. */
function beginningOf(now: CustodyFields, entries: readonly CustodyEntry[]): CustodyFields {
  const holding = { ...now };
  for (const field of FIELDS) {
    const firstNaming = entries.find(({ before, after }) => before?.[field] !== undefined || after[field] !== undefined);
    if (firstNaming) holding[field] = firstNaming.before?.[field] ?? '';
  }
  return holding;
}

function differs(one: CustodyFields, other: CustodyFields): boolean {
  return FIELDS.some((field) => one[field] !== other[field]);
}

export function custodyStateOf({ ubicacion, ...held }: CustodyFields): CustodyState {
  return { ...held, shelf: held.status === 'ARCHIVED' ? ubicacion : '' };
}

function isSameState(one: CustodyState, other: CustodyState): boolean {
  return (Object.keys(one) as (keyof CustodyState)[]).every((name) => one[name] === other[name]);
}
