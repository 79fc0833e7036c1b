import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import type { TokenRow } from '#server/features/tokens/token-list.ts';
import type { Listed } from '#server/read-model/read-model.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { columnsOf, type RowExtra } from '../../ui/ListTable.tsx';
import { Badge } from '../../ui/StatusLabel.tsx';
import { shortDate, shortDateTime } from '../lists/short-dates.tsx';
import { formAction } from '../forms/form-action.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';

const LIST_URL = '/settings/tokens';

type ListedToken = Listed<TokenRow>;

const column = columnsOf<ListedToken>();
export const TOKEN_COLUMNS = [
  column({
    name: 'nombre',
    label: 'Nombre',
    fields: ['id', 'nombre'],
    look: 'cut',
    cell: ({ id, nombre }) => nombre || id,
  }),
  column({ name: 'terminacion', label: 'Termina en', fields: ['terminacion'], look: 'nowrap font-mono', from: 'lg' }),
  column({
    name: 'owner',
    label: 'Persona',
    fields: ['owner', 'ownerIsActive', 'userId'],
    look: 'cut',
    from: 'sm',
    cell: ({ owner, ownerIsActive, userId }) => (
      <>
        <a className="text-link" href={`/users/list-users/${encodeURIComponent(userId)}`}>
          {owner}
        </a>
        {ownerIsActive ? null : <Badge>Sin acceso</Badge>}
      </>
    ),
  }),
  column({
    name: 'createdAt',
    label: 'Creado',
    fields: ['createdAt'],
    look: 'nowrap tabular',
    from: 'lg',
    cell: ({ createdAt }) => shortDate(createdAt),
  }),
  column({
    name: 'expiresAt',
    label: 'Vence',
    fields: ['expiresAt'],
    look: 'nowrap tabular',
    from: 'md',
    cell: ({ expiresAt }) => shortDate(expiresAt),
  }),
  column({
    name: 'lastUsedAt',
    label: 'Último uso',
    fields: ['lastUsedAt'],
    look: 'nowrap tabular',
    from: 'md',
    cell: ({ lastUsedAt }) => shortDateTime(lastUsedAt) || 'Sin uso',
  }),
];

const REVOKE: RowExtra<ListedToken> = {
  head: <span className="sr-only">Revocar</span>,
  className: 'nowrap',
  cell: ({ id, nombre, owner }) => (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <ConfirmButton
        label="Revocar"
        question={`¿Revocar «${nombre || id}» de ${owner}?`}
        confirmLabel="Revocar"
        name="intent"
        value="revoke"
        explanation={<p>El programa que lo usa deja de recibir datos enseguida. No se puede deshacer.</p>}
      />
    </Form>
  ),
};

export async function loadTokenList(args: LoaderFunctionArgs) {
  return loadList(args, {
    id: 'accesos_programas',
    url: LIST_URL,
    columns: TOKEN_COLUMNS,
    also: ['nombre', 'owner'] as const,
    find: args.context.portal.tokens.findTokens,
  });
}

/** `intent` revoke, with `id`. */
export const actOnTokens = /* @__PURE__ */ formAction(
  { menu: 'users', of: 'los accesos para programas' },
  {
    revoke: async ({ portal, call, text, done }) => {
      await portal.tokens.revokeToken({ ...call, id: text('id') });
      return done(LIST_URL, 'Se revocó el acceso. Quien lo use ya no recibe nada.');
    },
  },
);

/** Which programs read reports in whose name. */
export function TokenList() {
  const data = useLoaderData<typeof loadTokenList>();
  return (
    <ListScreen
      data={data}
      columns={TOKEN_COLUMNS}
      title="Accesos para programas"
      searchLabel="Nombre o persona"
      empty={{
        title: 'Nadie tiene accesos vigentes.',
        text: 'Cada persona los crea en Mi cuenta, para que Excel, Power BI u otro programa lea los reportes que ella puede abrir.',
      }}
      after={REVOKE}
    />
  );
}
