import type { Merged } from '../../domain/conflict.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { savedQuery } from '../../domain/saved-views.ts';
import { requireListMenu } from '../../lists/list.ts';
import { viewedList } from '../../lists/saved-views.ts';
import type { DocumentTransaction, StoredDocument } from '../../ports/documents/document-store.ts';
import { AGENCIES, findChoices, type Choice } from '../../read-model/pages/choices.ts';
import { readId } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import { createOnce } from '../../records/create-once.ts';
import { findOwn } from '../../records/find-own.ts';
import { checkValues, invalidRecord, type SubmittedValues } from '../../records/record-fields.ts';
import { pathOf } from '../../records/record-kind.ts';
import { saveChange, type Baseline } from '../../records/save-change.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { readRoleDirectory } from '../../staff/role-directory.ts';
import { EMPTY_VIEW, readView, VIEW_FIELDS, VIEW_KIND, viewNotFound, type ViewValues } from './view.ts';

/** Enough for one's work, few enough for a menu. */
const VIEWS_PER_PERSON = 30;

export type ViewCall = Call & { id: string };

/** With whom a person may share a view: their own role and agency; administrators with any. */
export async function findShareable({ sql }: Services, { actor }: Pick<Call, 'actor'>): Promise<{ roles: Choice[]; agencias: Choice[] }> {
  const [{ roles }, agencies] = await Promise.all([readRoleDirectory(sql), findChoices(sql, AGENCIES)]);
  const mayShareWithAll = actor.role === ADMIN_ROLE;
  return {
    roles: roles
      .filter(({ id, isActive: inUse }) => inUse && (mayShareWithAll || id === actor.role))
      .map(({ id, title }) => ({ id, name: title })),
    agencias: agencies.filter(({ id }) => mayShareWithAll || id === actor.agencyId).map(({ id, name }) => ({ id, name })),
  };
}

/** A view of one's own; the same form sent twice makes one. Errors: `forbidden` (the list's menu), `invalid-input` by field, `conflict`. */
export async function createView(services: Services, call: Call & { given: SubmittedValues; formToken: string }): Promise<{ id: string }> {
  const { actor, requestId, given, formToken } = call;
  const values = await checkSubmitted(services, actor, { ...EMPTY_VIEW, ...given }, EMPTY_VIEW);
  return createOnce(services, VIEW_KIND, {
    actor,
    requestId,
    values,
    added: { userId: actor.id },
    formToken,
    check: (tx) => requireBelowLimit(tx, actor.id),
  });
}

/** Fields left out stay as they are. Errors: `forbidden`, `not-found`, `invalid-input` by field, `conflict` (Conflict). */
export async function updateView(
  services: Services,
  call: ViewCall & Partial<Baseline> & { given: SubmittedValues },
): Promise<Merged | null> {
  const { actor, requestId, id, given, ifVersion, base = null } = call;
  const stored = await services.documents.main.get(pathOf(VIEW_KIND, id));
  if (!stored) throw viewNotFound(id);
  requireOwn(actor, stored);
  const before = readView(stored.data);
  const values = await checkSubmitted(services, actor, { ...before, ...given, lista: before.lista }, before);
  const admit = (document: StoredDocument) => {
    requireOwn(actor, document);
    if (!isActive(document.data)) throw viewNotFound(id);
  };
  return saveChange(services, VIEW_KIND, { actor, requestId, id, ifVersion, base, values, admit });
}

/** Errors: `not-found`; `conflict` where a restored one would be one too many. */
export async function setViewActive(services: Services, call: ViewCall & { isActive: boolean }): Promise<void> {
  const { actor, requestId, id, isActive: wanted } = call;
  await setActive(services, VIEW_KIND, {
    actor,
    requestId,
    ids: [id],
    isActive: wanted,
    admit: requireOwn.bind(null, actor),
    check: (tx) => (wanted ? requireBelowLimit(tx, actor.id) : Promise.resolve()),
  });
}

/** Owners change their own views, administrators everybody's; for others they count as missing. Errors: `not-found`. */
export function requireOwn(actor: Staff, { id, data }: StoredDocument): void {
  if (!mayChange(actor, readId(data, 'userId'))) throw viewNotFound(id);
}

export function mayChange({ id, role }: Staff, userId: string): boolean {
  return userId === id || role === ADMIN_ROLE;
}

async function requireBelowLimit(tx: DocumentTransaction, userId: string): Promise<void> {
  const ownViews = await findOwn(tx, VIEW_KIND.collection, { userId });
  if (ownViews.filter(({ data }) => isActive(data)).length < VIEWS_PER_PERSON) return;
  throw new AppError('conflict', `${userId} keeps ${VIEWS_PER_PERSON} views`, {
    userMessage: `Cada persona puede guardar hasta ${VIEWS_PER_PERSON} vistas. Elimine una que ya no use para guardar otra.`,
  });
}

async function checkSubmitted(services: Services, actor: Staff, given: SubmittedValues, before: ViewValues): Promise<ViewValues> {
  const values = checkValues(VIEW_FIELDS, given, ({ consulta = '' }) => ({ consulta: savedQuery(consulta) }));
  const list = viewedList(services, values.lista);
  if (!list) throw invalidRecord({ lista: ['De esa lista no se guardan vistas. Ábrala de nuevo y guarde la vista desde ahí.'] });
  requireListMenu(actor, await list.open(services, actor));
  const added = { roles: without(values.roles, before.roles), agencias: without(values.agencias, before.agencias) };
  if (added.roles.length + added.agencias.length > 0) await requireShareable(services, actor, added);
  return values;
}

const without = (wanted: readonly string[], before: readonly string[]) => wanted.filter((id) => !before.includes(id));

async function requireShareable(services: Services, actor: Staff, added: Record<'agencias' | 'roles', string[]>): Promise<void> {
  const shareable = await findShareable(services, { actor });
  const refused = (name: 'agencias' | 'roles', sentence: string) =>
    added[name].every((id) => shareable[name].some((one) => one.id === id)) ? {} : { [name]: [sentence] };
  const problems = {
    ...refused('roles', 'Puede compartirla con su propio rol. Con otros la comparte un Administrador.'),
    ...refused('agencias', 'Puede compartirla con su propia agencia. Con otras la comparte un Administrador.'),
  };
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
}
