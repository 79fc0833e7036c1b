import { ADMIN_ROLE } from './roles.ts';

/** What somebody may do with digitized documents of one type, in the order in which screens show it (docs/specification.md section 3). */
export const DOCUMENT_ACTIONS = ['create', 'view', 'print', 'download', 'edit'] as const;
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];

export const AGENCY_SCOPES = ['all', 'own'] as const;
export type AgencyScope = (typeof AGENCY_SCOPES)[number];

/** Types for which one set allows something. */
export const SET_TYPES_MAX = 400;
export const SET_TITLE_MAX = 80;

/** A permission set as rules read it. */
export interface PermissionSet {
  id: string;
  title: string;
  /** `own`: documents of the own agency, or that the person holds (D4). */
  agencyScope: AgencyScope;
  permissions: DocumentPermissions;
}

/** What is allowed of each type, under `typeKey`: as stored, so also without `view`. */
export type DocumentPermissions = ReadonlyMap<string, ReadonlySet<DocumentAction>>;

/** Who is asked about. */
export interface PermittedPerson {
  role: string;
  /** Id of the set that the person was given, '' for none. */
  permissionSetId: string;
  /** null without one, and for one that is gone or deactivated. */
  permissionSet: PermissionSet | null;
}

/** Why somebody may or may not. */
export type PermissionReason = 'administrator' | 'set' | 'no-set' | 'set-gone' | 'not-in-set' | 'no-view';

/** No id holds a slash or a control character, nor do ids that somebody made up. */
const ID = /^[^/\p{Cc}\p{Cs}]{1,200}$/u;

export function isDocumentAction(text: unknown): text is DocumentAction {
  return DOCUMENT_ACTIONS.some((action) => action === text);
}

/** A category and a type in one text: a type is permitted under the category in which the document lies. */
export function typeKey(categoryId: string, typeId: string): string {
  return `${categoryId}/${typeId}`;
}

export function splitTypeKey(key: string): { categoryId: string; typeId: string } {
  const slash = key.indexOf('/');
  return { categoryId: key.slice(0, slash), typeId: key.slice(slash + 1) };
}

/**
 * `permissions` of a document of `permisos_documentos`, {category: {type: [action]}}, read leniently: whatever is not a map, not a list
 * or no action that we know allows nothing.
 */
export function readPermissions(stored: unknown): DocumentPermissions {
  return new Map(
    entriesOf(stored).flatMap(([categoryId, types]) =>
      entriesOf(types).flatMap(([typeId, given]) => {
        const actions = new Set(Array.isArray(given) ? DOCUMENT_ACTIONS.filter((action) => given.includes(action)) : []);
        return actions.size > 0 ? [[typeKey(categoryId, typeId), actions] as const] : [];
      }),
    ),
  );
}

export function readAgencyScope(stored: unknown): AgencyScope {
  return stored === 'own' ? 'own' : 'all';
}

/** Entries of a map whose names can be ids; none of anything else. */
function entriesOf(value: unknown): [string, unknown][] {
  return mapEntries(value).filter(([key]) => ID.test(key));
}

function mapEntries(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return [];
  return Object.entries(value);
}

/**
 * As documents hold them. Of what `kept` holds only types whose actions change are written anew, and of these the actions that we
 * do not know stay: other programs know them.
 */
export function writePermissions(permissions: DocumentPermissions, kept: unknown = null): Record<string, Record<string, string[]>> {
  const before = readPermissions(kept);
  const written = new Map(mapEntries(kept));
  for (const [key] of inKeyOrder(new Map([...before, ...permissions]))) {
    const [was, is] = [before, permissions].map((of) => inActionOrder(of.get(key) ?? new Set()));
    if (String(was) === String(is)) continue;
    const { categoryId, typeId } = splitTypeKey(key);
    const types = new Map(mapEntries(written.get(categoryId)));
    const actions = [...(is ?? []), ...unknownActions(types.get(typeId))];
    if (actions.length > 0) types.set(typeId, actions);
    else types.delete(typeId);
    if (types.size > 0) written.set(categoryId, Object.fromEntries(types));
    else written.delete(categoryId);
  }
  return Object.fromEntries(written) as Record<string, Record<string, string[]>>;
}

function unknownActions(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((action): action is string => !isDocumentAction(action)) : [];
}

export function inActionOrder(actions: ReadonlySet<DocumentAction>): DocumentAction[] {
  return DOCUMENT_ACTIONS.filter((action) => actions.has(action));
}

function inKeyOrder(permissions: DocumentPermissions): [string, ReadonlySet<DocumentAction>][] {
  return [...permissions].sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
}

/** One text for each type, `category/type create,view`, in the order of the keys: how a form holds a set and compares two. */
export function toGrantLines(permissions: DocumentPermissions): string[] {
  return inKeyOrder(new Map([...permissions].filter(([, actions]) => actions.size > 0))).map(
    ([key, actions]) => `${key} ${inActionOrder(actions).join(',')}`,
  );
}

/** What toGrantLines wrote; a line of anything else counts as none. */
export function fromGrantLines(lines: readonly string[]): DocumentPermissions {
  return new Map(
    lines.flatMap((line) => {
      const end = line.lastIndexOf(' ');
      const actions = new Set(
        line
          .slice(end + 1)
          .split(',')
          .filter(isDocumentAction),
      );
      return end > 0 && actions.size > 0 ? [[line.slice(0, end), actions] as const] : [];
    }),
  );
}

/** One permission as a control of a form sends it: `category/type/action`. null for anything else. */
function parseGrant(text: string): { key: string; action: DocumentAction } | null {
  const [categoryId = '', typeId = '', action, ...rest] = text.slice(0, 500).split('/');
  if (rest.length > 0 || !isDocumentAction(action) || !ID.test(categoryId) || !ID.test(typeId)) return null;
  return { key: typeKey(categoryId, typeId), action };
}

/** Permissions as a form sends them: what toGrantLines wrote, or each as it was ticked. null for anything else among them. */
export function parseGrantLines(lines: readonly string[]): DocumentPermissions | null {
  const grants = lines.flatMap(ticksOf).map(parseGrant);
  if (!grants.every((grant) => grant !== null)) return null;
  const permissions = new Map<string, Set<DocumentAction>>();
  for (const { key, action } of grants) permissions.set(key, (permissions.get(key) ?? new Set()).add(action));
  return permissions;
}

/** `category/type create,view` as one tick for each action; ids may hold spaces. */
function ticksOf(line: string): string[] {
  const end = line.lastIndexOf(' ');
  const actions = line.slice(end + 1).split(',');
  return end > 0 && actions.every(isDocumentAction) ? actions.map((action) => `${line.slice(0, end)}/${action}`) : [line];
}

/** What a type's actions come to (D3): without `view` only `create` counts. */
export function effectiveActions(actions: ReadonlySet<DocumentAction> | undefined): DocumentAction[] {
  if (!actions) return [];
  return inActionOrder(actions).filter((action) => action === 'create' || actions.has('view'));
}

/** Of what is stored what counts: a type of which nothing does is left out. */
export function effectivePermissions(permissions: DocumentPermissions): DocumentPermissions {
  const counting = [...permissions].map(([key, actions]) => [key, new Set(effectiveActions(actions))] as const);
  return new Map(counting.filter(([, actions]) => actions.size > 0));
}

/** Whether somebody may do this with documents of a type in a category: the one rule for screens, actions, routes and lists. */
export function can(person: PermittedPerson, action: DocumentAction, categoryId: string, typeId: string): boolean {
  const reason = reasonOf(person, action, categoryId, typeId);
  return reason === 'administrator' || reason === 'set';
}

/** Deny by default (D3); the administrator may do everything. */
export function reasonOf(
  { role, permissionSetId, permissionSet }: PermittedPerson,
  action: DocumentAction,
  categoryId: string,
  typeId: string,
): PermissionReason {
  if (role === ADMIN_ROLE) return 'administrator';
  if (!permissionSet) return permissionSetId === '' ? 'no-set' : 'set-gone';
  const actions = permissionSet.permissions.get(typeKey(categoryId, typeId));
  if (!actions?.has(action)) return 'not-in-set';
  return action === 'create' || actions.has('view') ? 'set' : 'no-view';
}

/** Keys of the types with which somebody may do this; null for all of them. */
export function typesFor({ role, permissionSet }: PermittedPerson, action: DocumentAction): string[] | null {
  if (role === ADMIN_ROLE) return null;
  return [...(permissionSet?.permissions ?? [])].flatMap(([key, actions]) => (effectiveActions(actions).includes(action) ? [key] : []));
}

/** Types of which somebody sees only what they have just indexed: with `create` and without `view`. */
export function typesJustIndexed(person: PermittedPerson): string[] {
  const viewed = typesFor(person, 'view');
  return viewed === null ? [] : (typesFor(person, 'create') ?? []).filter((key) => !viewed.includes(key));
}

/** With `create` alone people see what they indexed themselves for so long: time to look whether it came out well. */
export const JUST_INDEXED_HOURS = 24;

/** A document as far as it matters who sees it. */
export interface SeenDocument extends DocumentPlace {
  categoryId: string;
  /** Id of its type. */
  documentId: string;
  createdBy: string;
  /** ISO text, '' where nobody says. */
  createdAt: string;
}

/** Whether a document exists for somebody. @param now milliseconds since 1970 */
export function sees(person: PermittedPerson & { id: string; agencyId: string }, document: SeenDocument, now = Date.now()): boolean {
  const { categoryId, documentId, createdBy, createdAt } = document;
  const isJustIndexed = createdBy === person.id && Date.parse(createdAt) > now - JUST_INDEXED_HOURS * 3_600_000;
  const may = can(person, 'view', categoryId, documentId) || (isJustIndexed && can(person, 'create', categoryId, documentId));
  return may && isInScope(person, document);
}

/** Where a document lies, as far as the agency of who asks matters. */
export interface DocumentPlace {
  agencyId: string;
  agencyFromDoc: string;
  /** Who holds it. */
  userId: string;
}

/** Whether a document is within the scope of somebody's set (D4). Who has no agency has the documents of none. */
export function isInScope(person: PermittedPerson & { id: string; agencyId: string }, document: DocumentPlace): boolean {
  if (person.role === ADMIN_ROLE || person.permissionSet?.agencyScope !== 'own') return true;
  const isOwn = person.agencyId !== '' && [document.agencyId, document.agencyFromDoc].includes(person.agencyId);
  return isOwn || document.userId === person.id;
}

/** What of a type differs between two sets. */
export interface TypeDifference {
  key: string;
  added: DocumentAction[];
  removed: DocumentAction[];
}

/** What the second allows beyond the first and the other way round, as it counts (`effectiveActions`); by key. */
export function differenceOf(before: DocumentPermissions, after: DocumentPermissions): TypeDifference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key) => {
    const [was, is] = [effectiveActions(before.get(key)), effectiveActions(after.get(key))];
    const added = is.filter((action) => !was.includes(action));
    const removed = was.filter((action) => !is.includes(action));
    return added.length + removed.length > 0 ? [{ key, added, removed }] : [];
  });
}
