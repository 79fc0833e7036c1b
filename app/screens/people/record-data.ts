import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { isAdministrator } from '#server/domain/roles.ts';
import type { FormValue } from '#server/domain/conflict.ts';
import type { FieldDescription, FieldOption } from '#server/domain/fields.ts';
import { textsOf } from '#server/domain/form-value.ts';
import { canOpen, may, type Staff } from '#server/domain/permissions.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import { formatCount } from '#server/domain/text.ts';
import type { UserChoices, UserRecord } from '#server/features/people/users.ts';
import { requireStaff } from '../../context.ts';
import { backOf, COPY_PARAM } from '../../record-links.ts';
import { optionsOfRecords } from '../forms/options-of-records.ts';
import { readRecordAddress, requireForm } from '../forms/record-screen.ts';
import { summarizeMenus } from '../roles/menu-summary.ts';
import { roleHref } from '../roles/role-links.ts';

export type UserData = Awaited<ReturnType<typeof loadUser>>;

/** Data of `/users/list-users/:id` (view), `/:id/edit` and `/new`, optionally prefilled with another person's place and rights (`from`). */
export async function loadUser({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'users');
  const { users, roles, handOver } = context.portal;
  const { id, screen } = readRecordAddress(params, 'users');
  requireForm(actor, 'users', screen);
  const from = screen === 'new' ? (new URL(request.url).searchParams.get(COPY_PARAM) ?? '') : '';
  const [record, source, choices, known] = await Promise.all([
    screen === 'new' ? null : users.getUser({ actor, id }),
    from === '' ? null : users.getUser({ actor, id: from }),
    users.findChoices({ actor }),
    roles.findRoles({ actor }),
  ]);
  const [left, linked, story, factors] = await Promise.all([
    screen === 'view' && record?.state === false ? handOver.findHoldings({ actor, id }) : [],
    screen === 'view' ? handOver.findLinkedHoldings({ actor, id }) : [],
    screen === 'view' ? users.findUserStory({ actor, id, ...readStoryQuery(new URL(request.url)) }) : null,
    screen === 'view' ? context.portal.factors.countFactors({ actor, id }) : 0,
  ]);
  const fields = withOptions(users.form.fields, choices, record);
  const copied = source && copyOf(users.form.valuesOf(source), fields);
  return {
    screen,
    back: backOf(new URL(request.url)),
    /** One per form, as idempotency key: what is sent twice with it creates one person. */
    formToken: crypto.randomUUID(),
    record: record
      ? { ...shownRecord(record, actor), rolePage: known.some(({ id: role }) => role === record.role) ? roleHref(record.role) : null }
      : null,
    /** Work that a deactivated person still holds, as texts. */
    holdings: left.map(({ text }) => text),
    /** What they hold, in lists that the actor may open. */
    linked,
    story,
    /** Their second factors, and the fields asked for before removing them. */
    factors,
    resetFields: context.portal.factors.resetFields,
    values: record ? users.form.valuesOf(record) : { ...users.form.empty, ...copied?.values },
    /** Whose place and rights the form starts with, and the labels of those that cannot be given. */
    copied: source && copied ? { title: source.name || source.email, left: copied.left } : null,
    fields,
    folders: foldersFor(choices, record),
    /** What each role sees, by its id. */
    roleSummaries: Object.fromEntries(known.map((role) => [role.id, summarizeMenus(role.menus)])),
    mailsPasswords: choices.mailsPasswords,
    /** Only roles, folders and permissions that the actor has themselves are offered. */
    isLimited: !isAdministrator(actor),
    opensSets: canOpen(actor, 'document-permissions'),
  };
}

/**
 * A colleague's choices as far as the actor may give them: only those are offered. Personal data is not copied.
 * @returns `left`: labels of fields with something that is not offered
 */
function copyOf(values: object, fields: readonly FieldDescription[]): { values: Record<string, FormValue>; left: string[] } {
  const chosen = Object.entries<FormValue>(values as Record<string, FormValue>).flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    if (!field?.options) return [];
    const offers = (id: string) => field.options?.some(({ value, disabled }) => value === id && !disabled);
    const had = (typeof value === 'string' ? [value] : textsOf(value)).filter((id) => id !== '');
    const given = had.filter(offers);
    const copy: FormValue = Array.isArray(value) ? given : (given[0] ?? '');
    return [{ name, label: field.label, copy, isWhole: given.length === had.length }];
  });
  return {
    values: Object.fromEntries(chosen.map(({ name, copy }) => [name, copy])),
    left: chosen.flatMap(({ label, isWhole }) => (isWhole ? [] : [label])),
  };
}

/** The chosen values of a person. */
type Choosing = Pick<
  UserRecord,
  | 'agency'
  | 'agencyName'
  | 'briefcase_permissions'
  | 'department'
  | 'digitalization_permission_id'
  | 'position'
  | 'positionName'
  | 'role'
  | 'roleTitle'
>;

export interface FolderOption extends FieldOption {
  description: string;
}

/** The choices, plus a person's current values that are no longer offered: saving must not silently remove them. */
export function withOptions(fields: readonly FieldDescription[], choices: UserChoices, record: Choosing | null): FieldDescription[] {
  const chosen: Readonly<Record<string, readonly FieldOption[]>> = {
    agency: withCurrent(choices.agency, record?.agency, record?.agencyName),
    department: withCurrent(choices.department, record?.department?.id, record?.department?.name),
    position: withCurrent(choices.position, record?.position, record?.positionName),
    role: withCurrent(choices.role, record?.role, record?.roleTitle),
    digitalization_permission_id: withCurrent(choices.digitalization_permission_id, record?.digitalization_permission_id),
    briefcase_permissions: foldersFor(choices, record),
  };
  return fields.map((field) => ({ ...field, ...(chosen[field.name] && { options: chosen[field.name] }) }));
}

function withCurrent(choices: readonly { id: string; name: string }[], id = '', name = ''): FieldOption[] {
  return optionsOfRecords(choices, { value: id, label: `${name || id} (ya no se ofrece)` });
}

function foldersFor(
  { briefcase_permissions: folders }: UserChoices,
  record: Pick<Choosing, 'briefcase_permissions'> | null,
): FolderOption[] {
  const known = new Set(folders.map(({ id }) => id));
  const lost = (record?.briefcase_permissions.folders ?? []).filter((id) => !known.has(id));
  return [
    ...folders.map(({ id, name, description }) => ({ value: id, label: name, description })),
    ...lost.map((id) => ({ value: id, label: id, description: 'Carpeta inactiva o eliminada' })),
  ];
}

function shownRecord(record: UserRecord, actor: Staff) {
  const isSelf = record.id === actor.id;
  return {
    ...record,
    title: record.name === '' ? record.email : record.name,
    isSelf,
    /** Other administrators cannot be edited; oneself can, except for permissions. */
    canEdit: record.can.editPermissions || (isSelf && !record.isGone && may(actor, 'users', 'change')),
    isAdministrator: isAdministrator(record),
    clicks: formatCount(record.clicks),
    lastActivity: formatDateTimeLong(record.lastActivityAt),
    createdAt: formatDateTimeLong(record.createdAt),
    updatedAt: formatDateTimeLong(record.updatedAt),
    whyNotDeactivate: reasonNotToDeactivate(record),
    whyNotPermissions: reasonNotToEditPermissions(record),
  };
}

const ONLY_ADMINISTRATORS: Readonly<Record<'administrator' | 'more', string>> = {
  administrator: 'Solo un Administrador puede modificar a otro Administrador.',
  more: 'Esta persona abre pantallas, carpetas, documentos o agencias que usted no tiene: solo un Administrador puede modificarla.',
};

/** Why the button is missing; '' when it is shown or does not apply. */
function reasonNotToDeactivate({ state, whyNot }: UserRecord): string {
  if (!state || whyNot === null) return '';
  return whyNot === 'own' ? 'No puede desactivarse a sí mismo. Puede hacerlo otro Administrador.' : ONLY_ADMINISTRATORS[whyNot];
}

function reasonNotToEditPermissions({ whyNot }: UserRecord): string {
  if (whyNot === null) return '';
  return whyNot === 'own' ? 'Nadie cambia su propio rol ni sus permisos. Puede hacerlo otro Administrador.' : ONLY_ADMINISTRATORS[whyNot];
}
