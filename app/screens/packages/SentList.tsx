import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { OTHER_PACKAGE_STATES } from '#server/domain/package-states.ts';
import type { ListedPackage } from '#server/features/packages/find-packages.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ownCell } from '../lists/cells.tsx';
import { countTabs } from '../lists/count-tabs.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { PackageStateOf } from './PackageStateOf.tsx';
import { SENT_URL } from './package-links.ts';

const cell = ownCell<ListedPackage>();
export const SENT_CELLS = {
  code: cell([], (_row, shown, { href }) => (
    <a className="tabular" href={href}>
      {shown}
    </a>
  )),
  status: cell(['stateName', 'status'], (row) => <PackageStateOf {...row} />),
};

export function loadSentList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.packages.findSentPackages, own: SENT_CELLS });
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
      own={SENT_CELLS}
      title="Paquetes enviados"
      searchLabel="Código, documento o nota"
      above={<Tabs label="Estado de los paquetes" tabs={countTabs(STATE_TABS, data, data.counts)} />}
      primary={newPackage}
      empty={{ text: 'Arme un paquete con papeles o documentos, envíelo a otra agencia y vea aquí si llegó completo.', action: newPackage }}
    />
  );
}

const STATE_TABS = { param: 'status', all: 'Todos', others: OTHER_PACKAGE_STATES };
