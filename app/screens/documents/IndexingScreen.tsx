import { useLoaderData } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { useHydrated } from '../../ui/form-events.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { LIST_URL } from './document-links.ts';
import type { loadIndexing } from './indexing-data.ts';
import { PlainIndexing } from './PlainIndexing.tsx';

const IndexingDesk = lazy(async () => ({ default: (await import('./IndexingDesk.tsx')).IndexingDesk }));

/** Indexes documents by their files, one after the other. */
export function IndexingScreen() {
  const data = useLoaderData<typeof loadIndexing>();
  const ready = useHydrated();
  const plain = <PlainIndexing data={data} />;
  return (
    <>
      <PageHead title="Indexar documentos" crumbs={[{ label: 'Documentos', href: LIST_URL }, { label: 'Indexar' }]} />
      {data.types.length === 0 ? (
        <Notice kind="warning">
          Su conjunto de permisos no le deja crear documentos de ningún tipo. Puede otorgarlo un Administrador en Permisos de documentos.
        </Notice>
      ) : data.hasAgency ? (
        <>{ready ? <Suspense fallback={plain}>{<IndexingDesk data={data} />}</Suspense> : plain}</>
      ) : (
        <Notice kind="warning">Su usuario no tiene agencia. Puede asignarla un Administrador.</Notice>
      )}
    </>
  );
}
