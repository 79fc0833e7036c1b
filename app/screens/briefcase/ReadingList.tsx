import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ListedReading } from '#server/features/briefcase/reading-list.ts';
import { ownCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { withBack } from '../../record-links.ts';

const READING_CELLS = {
  nombre: ownCell<ListedReading>()(['href'], ({ href }, shown, { back }) =>
    href === null ? shown : <a href={withBack(href, back)}>{shown}</a>,
  ),
};

export function loadReadings(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.briefcase.findReadings, own: READING_CELLS });
}

/** Who must read which file, and who did. */
export function ReadingList() {
  const { wayBack, ...data } = useLoaderData<typeof loadReadings>();
  return (
    <ListScreen
      data={{ ...data, wayBack: wayBack.length > 0 ? wayBack : [{ label: 'Reportes del Maletín', href: '/briefcase/reports' }] }}
      own={READING_CELLS}
      title="Lecturas obligatorias"
      searchLabel="Archivo, persona o agencia"
      empty={{ text: 'Nadie tiene que leer ningún archivo. Se pide en la ficha de cada archivo del Maletín, o en la lista para varios.' }}
    />
  );
}
