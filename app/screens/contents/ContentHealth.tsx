import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FINDING_KINDS } from '#server/domain/content-findings.ts';
import type { Finding } from '#server/features/contents/find-findings.ts';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { ownCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { KindCounts } from './KindCounts.tsx';

/** Wrong information is red; missing information is only waiting. */
const FALSE_KINDS: ReadonlySet<string> = new Set(FINDING_KINDS.slice(0, 4).map(({ id }) => id));
const toneOf = (kind: string): StatusTone => (FALSE_KINDS.has(kind) ? 'bad' : 'waiting');

const cell = ownCell<Finding>();
const CELLS = {
  title: cell(['href'], ({ href }, shown) => (href === null ? shown : <a href={href}>{shown}</a>)),
  place: cell(['kind'], ({ kind }, shown) => <StatusLabel tone={toneOf(kind)}>{shown}</StatusLabel>),
  mend: cell(['href'], ({ href }, shown) => pageLink(href, shown)),
};

export async function loadContentHealth(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.contentHealth.findFindings, own: CELLS });
}

/** What members see wrong in the app, each with a link to fix it. */
export function ContentHealth() {
  const data = useLoaderData<typeof loadContentHealth>();
  return (
    <ListScreen
      data={data}
      own={CELLS}
      title="Salud del contenido"
      subtitle="Lo que los asociados ven mal en la aplicación. Al corregir un registro, su hallazgo desaparece de aquí."
      above={<KindCounts data={data} />}
      searchLabel="Registro o hallazgo"
      empty={{ title: 'Todo está en orden.', text: 'Los contenidos que usted administra se ven bien en la aplicación.' }}
    />
  );
}
