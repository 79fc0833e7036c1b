import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { differencesText, OTHER_PACKAGE_STATES, packageContentText, toldDifferences } from '#server/domain/package-states.ts';
import type { ListedPackage } from '#server/features/packages/find-packages.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { columnsOf } from '../../ui/ListTable.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { shortDate, shortDateTime } from '../lists/short-dates.tsx';
import { countTabs } from '../lists/count-tabs.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { PackageStateOf } from './PackageStateOf.tsx';
import { SENT_URL, sentHref } from './package-links.ts';

const column = columnsOf<ListedPackage>();
export const SENT_COLUMNS = [
  column({
    name: 'code',
    label: 'Paquete',
    fields: ['id', 'code'],
    look: 'nowrap',
    cell: ({ id, code }, back) => (
      <a className="tabular" href={sentHref(id, { back })}>
        {code}
      </a>
    ),
  }),
  column({ name: 'status', label: 'Estado', fields: ['status', 'stateName'], look: 'nowrap', cell: (row) => <PackageStateOf {...row} /> }),
  column({ name: 'agencyName', label: 'Destino', fields: ['agencyName'], look: 'cut' }),
  column({ name: 'personName', label: 'Para', fields: ['personName'], look: 'cut', from: 'md' }),
  column({
    name: 'line_count',
    label: 'Contenido',
    fields: ['line_count', 'needReassign'],
    look: 'nowrap',
    from: 'sm',
    cell: packageContentText,
  }),
  column({
    name: 'difference_count',
    label: 'Diferencias',
    fields: ['difference_count', 'status'],
    look: 'nowrap',
    from: 'md',
    cell: (row) => differencesText(toldDifferences(row)),
  }),
  column({ name: 'senderName', label: 'Enviado por', fields: ['senderName'], look: 'cut', from: 'lg' }),
  column({
    name: 'sendedAt',
    label: 'Fecha de envío',
    fields: ['sendedAt'],
    look: 'nowrap tabular',
    from: 'lg',
    cell: ({ sendedAt }) => shortDateTime(sendedAt),
  }),
  column({
    name: 'resolutionAt',
    label: 'Fecha de resolución',
    fields: ['resolutionAt'],
    look: 'nowrap tabular',
    optional: true,
    cell: ({ resolutionAt }) => shortDateTime(resolutionAt),
  }),
  column({
    name: 'updatedAt',
    label: 'Última modificación',
    fields: ['updatedAt'],
    look: 'nowrap tabular',
    optional: true,
    cell: ({ updatedAt }) => shortDateTime(updatedAt),
  }),
  column({
    name: 'createdAt',
    label: 'Fecha',
    fields: ['createdAt'],
    look: 'nowrap',
    from: 'md',
    cell: ({ createdAt }) => shortDate(createdAt),
  }),
];

export type SentListData = Awaited<ReturnType<typeof loadSentList>>;

export function loadSentList(args: LoaderFunctionArgs) {
  return loadList(args, { id: 'paquetes', url: SENT_URL, columns: SENT_COLUMNS, find: args.context.portal.packages.findSentPackages });
}

/** The packages that the person put together, by state; administrators see those of everybody. */
export function SentList() {
  const data = useLoaderData<typeof loadSentList>();
  const newPackage = (
    <ButtonLink look="primary" icon="plus" href={`${SENT_URL}/new`} data-key="n">
      Nuevo paquete
    </ButtonLink>
  );
  return (
    <ListScreen
      data={data}
      columns={SENT_COLUMNS}
      title="Paquetes enviados"
      searchLabel="Código, documento o nota"
      above={<Tabs label="Estado de los paquetes" tabs={countTabs(STATE_TABS, data, data.counts)} />}
      primary={newPackage}
      empty={{ text: 'Arme un paquete con papeles o documentos, envíelo a otra agencia y vea aquí si llegó completo.', action: newPackage }}
    />
  );
}

const STATE_TABS = { param: 'status', all: 'Todos', others: OTHER_PACKAGE_STATES };
