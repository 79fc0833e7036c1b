import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CONTENT_HEALTH_URL, FINDING_KINDS, findingLabel } from '#server/domain/content-findings.ts';
import type { Finding } from '#server/features/content-health/find-findings.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { KindCounts } from './KindCounts.tsx';

/** What is plainly false is red, what is missing waits. */
const FALSE_KINDS: ReadonlySet<string> = new Set(FINDING_KINDS.slice(0, 4).map(({ id }) => id));
const toneOf = (kind: string): StatusTone => (FALSE_KINDS.has(kind) ? 'bad' : 'waiting');

const column = columnsOf<Finding>();
export const FINDING_COLUMNS = [
  column({
    name: 'title',
    label: 'Registro',
    fields: ['title', 'href'],
    look: 'cut',
    cell: ({ title, href }) => (href === null ? title : <a href={href}>{title}</a>),
  }),
  column({
    name: 'place',
    label: 'Hallazgo',
    fields: ['kind'],
    look: 'nowrap',
    cell: ({ kind }) => <StatusLabel tone={toneOf(kind)}>{findingLabel(kind)}</StatusLabel>,
  }),
  column({ name: 'detail', label: 'Detalle', fields: ['detail'], look: 'cut written', from: 'lg' }),
  column({
    name: 'mend',
    label: 'Qué hacer',
    fields: ['mend', 'href'],
    look: 'nowrap',
    from: 'md',
    cell: ({ mend, href }) =>
      href === null ? (
        mend
      ) : (
        <a className="text-link" href={href}>
          {mend}
        </a>
      ),
  }),
  column({ name: 'menu', label: 'Contenido', fields: ['content'], look: 'cut', optional: true }),
  column({
    name: 'createdAt',
    label: 'Creación',
    fields: ['createdAt'],
    look: 'nowrap tabular',
    optional: true,
    cell: ({ createdAt }) => shortDateTime(createdAt),
  }),
];

export async function loadContentHealth(args: LoaderFunctionArgs) {
  const { contentHealth } = args.context.portal;
  return loadList(args, {
    id: 'salud-del-contenido',
    url: CONTENT_HEALTH_URL,
    columns: FINDING_COLUMNS,
    find: (call) => contentHealth.findFindings(call),
  });
}

/** What members see wrong in the app, each with its mend. */
export function ContentHealth() {
  const data = useLoaderData<typeof loadContentHealth>();
  return (
    <ListScreen
      data={data}
      columns={FINDING_COLUMNS}
      title="Salud del contenido"
      subtitle="Lo que los asociados ven mal en la aplicación. Al corregir un registro, su hallazgo desaparece de aquí."
      above={<KindCounts data={data} />}
      searchLabel="Registro o hallazgo"
      empty={{ title: 'Todo está en orden.', text: 'Los contenidos que usted administra se ven bien en la aplicación.' }}
    />
  );
}
