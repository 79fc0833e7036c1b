import { findNames } from '../../digitized/names.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { capitalize } from '../../domain/grammar.ts';
import { countOf, joinWithAnd } from '../../domain/text.ts';
import type { StoryQuery, StoryPart } from '../../domain/story.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { genericColumns, readText } from '../../read-model/field-readers.ts';
import { sideOf } from '../../records/entry-sides.ts';
import { text, type Field } from '../../records/fields.ts';
import {
  entryMark,
  findEntriesOf,
  MODIFIED,
  readEntryChanges,
  storyPage,
  describeEntry,
  type Story,
  type StoryEvent,
} from '../../records/story.ts';
import type { Call, Services } from '../../services.ts';
import { getVisiblePackage, type PackageSide } from './package-access.ts';
import { PACKAGE_FIELDS, readLines, STORED_FIELDS, type PackageFacts } from './package.ts';

const { packageCancelled, packageChecked, packageCreated, packageDifferencesSeen, packageReceived, packageRejected } = AUDIT_ACTIONS;
const { packageSent, packageUpdated, packageWithdrawn } = AUDIT_ACTIONS;

const VERBS: Readonly<Record<string, string>> = {
  [packageCreated]: 'lo armó',
  [packageUpdated]: MODIFIED.m,
  [packageSent]: 'lo envió',
  [packageWithdrawn]: 'lo retiró antes de que lo recibieran',
  [packageChecked]: 'lo revisó',
  [packageReceived]: 'lo aceptó',
  [packageRejected]: 'lo rechazó',
  [packageDifferencesSeen]: 'dio por vistas las diferencias',
  [packageCancelled]: 'lo anuló',
};

/** What became of a package, newest first; JSON for the browser. Errors: `forbidden`, `not-found`. */
export async function findPackageStory(
  services: Services,
  { actor, id, side, ...pageRequest }: Call & StoryQuery & { id: string; side: PackageSide },
): Promise<Story> {
  const { stored, facts } = await getVisiblePackage(services, { actor, id, side });
  const entries = await findEntriesOf(services.documents.digitalization, stored.path);
  const lastSent = entries.findLastIndex((entry) => actionOf(entry) === packageSent);
  const ofEntries = entries.flatMap((entry, place) => {
    const action = actionOf(entry);
    // Only the sender sees changes of a draft, and only the receiver what has been noted so far.
    const isHidden =
      side === 'receiver' ? action === packageUpdated && place < lastSent : action === packageChecked && facts.status === 'SENT';
    return isHidden ? [] : [{ mark: entryMark(entry, place), parts: partsOf(action), entry }];
  });
  const page = storyPage([...ofEntries, ...(await findUnauditedSteps(services, stored, facts, entries))], pageRequest);
  const shownEntries = page.shown.flatMap((item) => ('entry' in item ? [item.entry] : []));
  const changes = await readEntryChanges(services, shownEntries, { actor, fields: STORY_FIELDS, flatten });
  return {
    ...page.asked,
    parts: side === 'sender' ? ['changes', 'custody'] : [],
    events: page.shown.map((item) => {
      if ('event' in item) return item.event;
      const { entry } = item;
      const action = actionOf(entry);
      // The reason of a rejection is already at the top of the page.
      if (action !== packageUpdated) return describeEntry(entry, VERBS[action]);
      const changed = changes.get(entry.id) ?? [];
      const lines = describeLineChanges(entry);
      if (lines !== '' && changed.length === 0) return describeEntry(entry, lines);
      return describeEntry(entry, VERBS[action], changed, lines === '' ? [] : [`${capitalize(lines)}.`]);
    }),
  };
}

function actionOf({ data }: StoredDocument): string {
  return readText(data, 'action');
}

function partsOf(action: string): StoryPart[] {
  return action === packageUpdated ? ['changes'] : action === packageCreated ? ['changes', 'custody'] : ['custody'];
}

/** Steps that the package's own fields show but no audit entry does: other programs took them. */
async function findUnauditedSteps(services: Services, stored: StoredDocument, facts: PackageFacts, entries: readonly StoredDocument[]) {
  const auditedActions = new Set(entries.map(actionOf));
  const { createdAt, updatedAt } = genericColumns(stored);
  const { from, isActive, sendedAt, resolutionAt, resolvedBy, status, differencesSeenAt, withdrawnAt } = facts;
  const steps: [action: string, at: string | null, who: string][] = [
    [packageCreated, createdAt, from],
    [packageWithdrawn, withdrawnAt, from],
    [packageSent, sendedAt, from],
    [status === 'REJECTED' ? packageRejected : packageReceived, resolutionAt, resolvedBy],
    [packageDifferencesSeen, differencesSeenAt, from],
    [packageCancelled, isActive ? null : (updatedAt ?? createdAt), from],
  ];
  const unaudited = steps.filter(([action, at]) => at !== null && !auditedActions.has(action));
  const names = await findNames(services, { usuarios: unaudited.map(([, , who]) => who) });
  return unaudited.map(([action, at, who]) => ({
    mark: `${at} -${action}`,
    parts: partsOf(action),
    event: {
      id: action,
      at: at ?? '',
      who: names.of('usuarios', who),
      did: VERBS[action] ?? '',
      notes: [],
      changes: [],
    } satisfies StoryEvent,
  }));
}

/** The fields of a draft, its holder, and the number of lines in place of the lines. */
const STORY_FIELDS: readonly Field[] = [
  ...PACKAGE_FIELDS,
  ...STORED_FIELDS.filter(({ name }) => name === 'from'),
  text({ name: 'detailOfPackage', label: 'Contenido' }),
];

function flatten(side: Fields): Fields {
  return 'detailOfPackage' in side ? { ...side, detailOfPackage: countOf(readLines(side).length, 'línea', 'líneas') } : side;
}

/** What changed in lines that stayed: `cambió el tipo de 8 líneas y el documento de 1 línea`; '' for nothing. */
function describeLineChanges({ data }: StoredDocument): string {
  const [before, after] = (['beforeData', 'newData'] as const).map((name) => readLines(sideOf(data, name) ?? {}));
  const known = new Map(before?.map((line) => [line.lineId, line]));
  const remaining = (after ?? []).flatMap((line) => {
    const was = known.get(line.lineId);
    return was ? [{ was, line }] : [];
  });
  const typed = remaining.filter(({ was, line }) => was.categoryId !== line.categoryId || was.documentId !== line.documentId);
  const named = remaining.filter(({ was, line }) => was.document !== line.document || was.digitalizationId !== line.digitalizationId);
  const parts = [
    ...(typed.length > 0 ? [`el tipo de ${countOf(typed.length, 'línea', 'líneas')}`] : []),
    ...(named.length > 0 ? [`el documento de ${countOf(named.length, 'línea', 'líneas')}`] : []),
  ];
  return parts.length === 0 ? '' : `cambió ${joinWithAnd(parts)}`;
}
