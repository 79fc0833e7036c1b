import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import type { TokenRow } from '#server/features/account/token-list.ts';
import type { Listed } from '#server/read-model/read-model.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useMay } from '../../rights.ts';
import type { RowExtra } from '../../ui/ListTable.tsx';
import { Badge } from '../../ui/StatusLabel.tsx';
import { ownCell, titleOfRow, type ShownRow } from '../lists/cells.tsx';
import { formAction } from '../forms/form-action.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';

const LIST_URL = '/settings/tokens';

type ListedToken = Listed<TokenRow>;

const cell = ownCell<ListedToken>();
const CELLS = {
  nombre: cell([], (_row, shown) => shown),
  owner: cell(['ownerIsActive', 'userId'], ({ ownerIsActive, userId }, shown) => (
    <>
      <a className="text-link" href={`/users/list-users/${encodeURIComponent(userId)}`}>
        {shown}
      </a>
      {ownerIsActive ? null : <Badge>Sin acceso</Badge>}
    </>
  )),
  lastUsedAt: cell([], (_row, shown) => shown ?? 'Sin uso'),
};

const REVOKE: RowExtra<ShownRow & Pick<ListedToken, 'owner'>> = {
  head: <span className="sr-only">Revocar</span>,
  className: 'nowrap',
  cell: ({ id, owner, cells }) => (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <ConfirmButton
        label="Revocar"
        of={titleOfRow({ cells })}
        question={`¿Revocar «${titleOfRow({ cells })}» de ${owner}?`}
        confirmLabel="Revocar"
        name="intent"
        value="revoke"
        explanation={<p>El programa que lo usa deja de recibir datos enseguida. No se puede deshacer.</p>}
      />
    </Form>
  ),
};

export async function loadTokenList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.tokens.findTokens, own: CELLS, also: ['owner'] });
}

/** `intent` revoke, with `id`. */
export const actOnTokens = /* @__PURE__ */ formAction(
  { menu: 'users', acts: { revoke: 'delete' }, of: 'los accesos para programas' },
  {
    revoke: async ({ portal, call, text, done }) => {
      await portal.tokens.revokeToken({ ...call, id: text('id') });
      return done(LIST_URL, 'Se revocó el acceso. Quien lo use ya no recibe nada.');
    },
  },
);

/** Which programs read reports on whose behalf. */
export function TokenList() {
  const data = useLoaderData<typeof loadTokenList>();
  return (
    <ListScreen
      data={data}
      own={CELLS}
      title="Accesos para programas"
      searchLabel="Nombre o persona"
      empty={{
        title: 'Nadie tiene accesos vigentes.',
        text: 'Cada persona los crea en Mi cuenta, para que Excel, Power BI u otro programa lea los reportes que ella puede abrir.',
      }}
      after={useMay()('users', 'delete') ? REVOKE : undefined}
    />
  );
}
