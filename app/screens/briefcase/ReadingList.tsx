import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ListedReading } from '#server/features/briefcase/reading-list.ts';
import { linkedCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';

const READING_CELLS = { nombre: linkedCell<ListedReading>() };

export function loadReadings(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.briefcase.findReadings, own: READING_CELLS });
}

/** Who must read which file, and who did. */
export function ReadingList() {
  const data = useLoaderData<typeof loadReadings>();
  return (
    <ListScreen
      data={data}
      under={{ label: 'Reportes del Maletín', href: '/briefcase/reports' }}
      own={READING_CELLS}
      title="Lecturas obligatorias"
      searchLabel="Archivo, persona o agencia"
      empty={{ text: 'Nadie tiene que leer ningún archivo. Se pide en la ficha de cada archivo del Maletín, o en la lista para varios.' }}
    />
  );
}
