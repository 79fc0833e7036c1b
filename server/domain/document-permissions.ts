import { ADMIN_ROLE } from './roles.ts';

/** Actions on digitized documents of a type, in screen order (docs/specification.md section 3). */
export const DOCUMENT_ACTIONS = ['create', 'view', 'print', 'download', 'edit'] as const;
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];

export const AGENCY_SCOPES = ['all', 'own'] as const;
export type AgencyScope = (typeof AGENCY_SCOPES)[number];

/** Most types that one set may cover. */
export const SET_TYPES_MAX = 400;
export const SET_TITLE_MAX = 80;

/** A permission set as the rules need it. */
export interface PermissionSet {
  id: string;
  title: string;
  /** `own`: documents of the person's own agency, or held by the person (D4). */
  agencyScope: AgencyScope;
  permissions: DocumentPermissions;
}

/** Allowed actions by `typeKey`, as stored: `view` may be missing. */
export type DocumentPermissions = ReadonlyMap<string, ReadonlySet<DocumentAction>>;

/** The person a permission is checked for. */
export interface PermittedPerson {
  role: string;
  /** Id of the set that the person was given, '' for none. */
  permissionSetId: string;
  /** null when there is none, or it was deleted or deactivated. */
  permissionSet: PermissionSet | null;
}

/** Why an action is allowed or denied. */
export type PermissionReason = 'administrator' | 'set' | 'no-set' | 'set-gone' | 'not-in-set' | 'no-view';

/** Ids contain no slash or control character; anything else is forged. */
const ID = /^[^/\p{Cc}\p{Cs}]{1,200}$/u;

export function isDocumentAction(text: unknown): text is DocumentAction {
  return DOCUMENT_ACTIONS.some((action) => action === text);
}

/** Category and type as one key: a type is permitted within the category that holds the document. */
export function typeKey(categoryId: string, typeId: string): string {
  return `${categoryId}/${typeId}`;
}

export function splitTypeKey(key: string): { categoryId: string; typeId: string } {
  const slash = key.indexOf('/');
  return { categoryId: key.slice(0, slash), typeId: key.slice(slash + 1) };
}

/**
 * Reads `permissions` of a document of `permisos_documentos`, {category: {type: [action]}}, leniently: anything that is not a map, a list
 * or a known action allows nothing.
 */
export function readPermissions(stored: unknown): DocumentPermissions {
  return new Map(
    entriesOf(stored).flatMap(([categoryId, types]) =>
      entriesOf(types).flatMap(([typeId, actionList]) => {
        const actions = new Set(Array.isArray(actionList) ? DOCUMENT_ACTIONS.filter((action) => actionList.includes(action)) : []);
        return actions.size > 0 ? [[typeKey(categoryId, typeId), actions] as const] : [];
      }),
    ),
  );
}

export function readAgencyScope(stored: unknown): AgencyScope {
  return stored === 'own' ? 'own' : 'all';
}

/** Entries of a map whose keys are valid ids; empty for anything else. */
function entriesOf(value: unknown): [string, unknown][] {
  return mapEntries(value).filter(([key]) => ID.test(key));
}

function mapEntries(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return [];
  return Object.entries(value);
}

/**
 * Permissions as documents store them. Only types of `kept` whose actions change are rewritten, and unknown actions of these stay:
 * other programs use them.
 */
export function writePermissions(permissions: DocumentPermissions, existing: unknown = null): Record<string, Record<string, string[]>> {
  const before = readPermissions(existing);
  const written = new Map(mapEntries(existing));
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

function unknownActions(storedActions: unknown): string[] {
  return Array.isArray(storedActions) ? storedActions.filter((action): action is string => !isDocumentAction(action)) : [];
}

export function inActionOrder(actions: ReadonlySet<DocumentAction>): DocumentAction[] {
  return DOCUMENT_ACTIONS.filter((action) => actions.has(action));
}

function inKeyOrder(permissions: DocumentPermissions): [string, ReadonlySet<DocumentAction>][] {
  return [...permissions].sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
}

/** One line per type, `category/type create,view`, sorted by key: the form in which a form holds and compares sets. */
export function toGrantLines(permissions: DocumentPermissions): string[] {
  return inKeyOrder(new Map([...permissions].filter(([, actions]) => actions.size > 0))).map(
    ([key, actions]) => `${key} ${inActionOrder(actions).join(',')}`,
  );
}

/** Reads what toGrantLines wrote; ignores any other line. */
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

/** One permission as a form control sends it: `category/type/action`. null for anything else. */
function parseGrant(text: string): { key: string; action: DocumentAction } | null {
  const [categoryId = '', typeId = '', action, ...rest] = text.slice(0, 500).split('/');
  if (rest.length > 0 || !isDocumentAction(action) || !ID.test(categoryId) || !ID.test(typeId)) return null;
  return { key: typeKey(categoryId, typeId), action };
}

/** Permissions as a form sends them: lines of toGrantLines or single ticks. null if anything else is among them. */
export function parseGrantLines(lines: readonly string[]): DocumentPermissions | null {
  const grants = lines.flatMap(ticksOf).map(parseGrant);
  if (!grants.every((grant) => grant !== null)) return null;
  const permissions = new Map<string, Set<DocumentAction>>();
  for (const { key, action } of grants) permissions.set(key, (permissions.get(key) ?? new Set()).add(action));
  return permissions;
}

/** Splits `category/type create,view` into one tick per action; ids may contain spaces. */
function ticksOf(line: string): string[] {
  const end = line.lastIndexOf(' ');
  const actions = line.slice(end + 1).split(',');
  return end > 0 && actions.every(isDocumentAction) ? actions.map((action) => `${line.slice(0, end)}/${action}`) : [line];
}

/** The actions of a type that take effect (D3): without `view` only `create` does. */
export function effectiveActions(actions: ReadonlySet<DocumentAction> | undefined): DocumentAction[] {
  if (!actions) return [];
  return inActionOrder(actions).filter((action) => action === 'create' || actions.has('view'));
}

/** The permissions that take effect; types without any are left out. */
export function effectivePermissions(permissions: DocumentPermissions): DocumentPermissions {
  const counting = [...permissions].map(([key, actions]) => [key, new Set(effectiveActions(actions))] as const);
  return new Map(counting.filter(([, actions]) => actions.size > 0));
}

/** Whether a person may do this to documents of a type in a category: the single rule for screens, actions, routes and lists. */
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

/** Keys of the types that a person may do this to; null for all of them. */
export function typesFor({ role, permissionSet }: PermittedPerson, action: DocumentAction): string[] | null {
  if (role === ADMIN_ROLE) return null;
  return [...(permissionSet?.permissions ?? [])].flatMap(([key, actions]) => (effectiveActions(actions).includes(action) ? [key] : []));
}

/** Types of which a person sees only what they have just indexed: those with `create` but without `view`. */
export function typesJustIndexed(person: PermittedPerson): string[] {
  const viewed = typesFor(person, 'view');
  return viewed === null ? [] : (typesFor(person, 'create') ?? []).filter((key) => !viewed.includes(key));
}

/** With `create` alone, people see what they indexed themselves for this long, so that they can check the result. */
export const JUST_INDEXED_HOURS = 24;

/** The parts of a document that decide who sees it. */
export interface VisibilityFacts extends DocumentPlace {
  categoryId: string;
  /** Id of its type. */
  documentId: string;
  createdBy: string;
  /** ISO text, '' when unknown. */
  createdAt: string;
}

/** Whether a person may know of a document at all. @param now milliseconds since 1970 */
export function canSee(person: PermittedPerson & { id: string; agencyId: string }, document: VisibilityFacts, now = Date.now()): boolean {
  const { categoryId, documentId, createdBy, createdAt } = document;
  const isJustIndexed = createdBy === person.id && Date.parse(createdAt) > now - JUST_INDEXED_HOURS * 3_600_000;
  const isPermitted = can(person, 'view', categoryId, documentId) || (isJustIndexed && can(person, 'create', categoryId, documentId));
  return isPermitted && isInScope(person, document);
}

/** The parts of a document that decide whether it belongs to an agency. */
export interface DocumentPlace {
  agencyId: string;
  agencyFromDoc: string;
  /** Who holds it. */
  userId: string;
}

/** Whether a document is within the scope of the person's set (D4). A person without an agency sees only what they hold. */
export function isInScope(person: PermittedPerson & { id: string; agencyId: string }, document: DocumentPlace): boolean {
  if (person.role === ADMIN_ROLE || person.permissionSet?.agencyScope !== 'own') return true;
  const isOwn = person.agencyId !== '' && [document.agencyId, document.agencyFromDoc].includes(person.agencyId);
  return isOwn || document.userId === person.id;
}

/** The difference of one type between two sets. */
export interface TypeDifference {
  key: string;
  added: DocumentAction[];
  removed: DocumentAction[];
}

/** The effective actions (`effectiveActions`) that `after` adds to and removes from `before`, sorted by key. */
export function differenceOf(before: DocumentPermissions, after: DocumentPermissions): TypeDifference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key) => {
    const [was, is] = [effectiveActions(before.get(key)), effectiveActions(after.get(key))];
    const added = is.filter((action) => !was.includes(action));
    const removed = was.filter((action) => !is.includes(action));
    return added.length + removed.length > 0 ? [{ key, added, removed }] : [];
  });
}
