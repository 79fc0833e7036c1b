import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTime, formatDateTimeSeconds } from '#server/domain/dates.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { formatCount } from '#server/domain/text.ts';
import type { UserFilter } from '#server/features/people/users.ts';
import { requireStaff } from '../../context.ts';
import { withParams } from '../../ui/search-params.ts';
import { listSearch } from '../lists/record-links.ts';
import { readColumnChoice } from '../lists/column-choice.ts';
import { userColumns, type ListedUser } from './user-columns.tsx';
import { USERS_URL } from './user-links.ts';

export type UserListData = Awaited<ReturnType<typeof loadUserList>>;

const STATES = [
  { value: 'true', label: 'Activos' },
  { value: 'false', label: 'Inactivos' },
];

/** One page of the staff with its filters; the address is read leniently. */
export async function loadUserList({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'users');
  const { users, readModel } = context.portal;
  const url = new URL(request.url);
  const search = listSearch(url.search);
  const chosen = readColumnChoice(
    { request, context },
    { id: 'usuarios', url: USERS_URL, names: userColumns('').map((column) => column.name) },
  );
  const [{ rows, ...page }, choices, freshness] = await Promise.all([
    users.findUsers({ actor, params: url.searchParams }),
    users.findChoices({ actor }),
    readModel.freshness(),
  ]);
  const options: Record<UserFilter, { value: string; label: string }[]> = {
    role: choices.roles.map(toOption),
    agency: choices.agencies.map(toOption),
    state: STATES,
  };
  const { filters, q } = page.query;
  const selects = (
    [
      ['role', 'Rol', 'Rol: todos'],
      ['agency', 'Agencia', 'Agencia: todas'],
      ['state', 'Estado', 'Estado: todos'],
    ] as const
  ).map(([name, label, allLabel]) => ({ name, label, allLabel, value: filters[name] ?? '', options: options[name] }));
  return {
    search,
    chosen,
    page,
    freshness: { at: formatDateTimeSeconds(freshness.asOf), delayed: freshness.delayed },
    selects,
    chips: [
      ...(q === '' ? [] : [{ label: `Búsqueda: ${q}`, removeHref: withParams(search, { q: null }) }]),
      ...selects.flatMap(({ name, label, value, options: offered }) =>
        value === ''
          ? []
          : [
              {
                label: `${label}: ${offered.find((option) => option.value === value)?.label ?? value}`,
                removeHref: withParams(search, { [name]: null }),
              },
            ],
      ),
    ],
    rows: rows.map(({ id, name, email, roleTitle, agencyName, departmentName, position, state, clicks, lastActivityAt }): ListedUser => ({
      id,
      name: name === '' ? email : name,
      email,
      roleTitle,
      agencyName,
      departmentName,
      position,
      state,
      clicks: formatCount(clicks),
      lastActivity: formatDateTime(lastActivityAt),
    })),
  };
}

function toOption({ id, name }: { id: string; name: string }) {
  return { value: id, label: name };
}
