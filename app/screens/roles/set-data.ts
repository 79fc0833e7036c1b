import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { differenceOf, fromGrantLines, SET_TITLE_MAX } from '#server/domain/document-permissions.ts';
import { canOpen, requireAdministrator } from '#server/domain/permissions.ts';
import { truncate } from '#server/domain/text.ts';
import type { MatrixCategory } from '#server/features/roles/domain/type-matrix.ts';
import type { NamedDifference, PermissionSetRecord } from '#server/features/roles/permission-sets.ts';
import type { PermissionSetValues } from '#server/features/roles/set.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import { requireStaff } from '../../context.ts';
import { readRecordAddress } from '../forms/record-screen.ts';
import { backOf, COPY_PARAM } from '../../record-links.ts';

export type SetData = Awaited<ReturnType<typeof loadSet>>;

/** Data of `/:id` (view; `compare` adds another set), `/:id/edit` and `/new`, optionally prefilled from another one (`from`). */
export async function loadSet({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'document-permissions');
  const { permissionSets } = context.portal;
  const { id, screen } = readRecordAddress(params, 'permission sets');
  const url = new URL(request.url);
  const read = (asked: string | null) => (asked ? permissionSets.getSet({ actor, id: asked }) : null);
  if (screen !== 'view') requireAdministrator(actor, 'crear y cambiar conjuntos de permisos');
  const [record, source, other, choices, story] = await Promise.all([
    screen === 'new' ? null : permissionSets.getSet({ actor, id }),
    screen === 'new' ? read(url.searchParams.get(COPY_PARAM)) : null,
    screen === 'view' ? read(url.searchParams.get('compare')) : null,
    permissionSets.findSetChoices({ actor }),
    screen === 'view' ? permissionSets.findSetStory({ actor, id, ...readStoryQuery(url) }) : null,
  ]);
  const values = valuesOf(record ?? (source && copyOf(source)) ?? permissionSets.form.empty);
  const lines = [...values.permissions, ...(other?.permissions ?? [])];
  const matrix = await permissionSets.findMatrix({ actor, lines });
  return {
    screen,
    back: backOf(url),
    /** One per form, as idempotency key: what is sent twice with it creates one set. */
    formToken: crypto.randomUUID(),
    record: record && shownRecord(record),
    /** What was changed of it. */
    story,
    fields: permissionSets.form.fields,
    values,
    source: source && { id: source.id, title: source.title },
    matrix,
    others: choices.filter((choice) => choice.id !== record?.id),
    comparison: record && other && { other: { id: other.id, title: other.title }, differences: compared(matrix, record, other) },
    opensPeople: canOpen(actor, 'users'),
  };
}

function valuesOf({ title, agencyScope, permissions }: PermissionSetValues): PermissionSetValues {
  return { title, agencyScope, permissions };
}

function copyOf(source: PermissionSetRecord): PermissionSetValues {
  return { ...source, title: truncate(`Copia de ${source.title}`, SET_TITLE_MAX) };
}

function shownRecord({ permissions: _shownAsValues, updatedAt, ...record }: PermissionSetRecord) {
  return { ...record, updatedAt: formatDateTimeLong(updatedAt) };
}

/** What the other set allows beyond this one and vice versa, in the order of the matrix. */
function compared(matrix: readonly MatrixCategory[], one: PermissionSetValues, other: PermissionSetValues): NamedDifference[] {
  const found = differenceOf(fromGrantLines(one.permissions), fromGrantLines(other.permissions));
  const differences = new Map(found.map((difference) => [difference.key, difference]));
  return matrix.flatMap(({ name: category, types }) =>
    types.flatMap(({ key, name: type }) => {
      const difference = differences.get(key);
      return difference ? [{ ...difference, category, type }] : [];
    }),
  );
}
