import { useLoaderData } from '@remix-run/react';
import { constantList } from '#server/domain/constants.ts';
import { countOf } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { useMay } from '../../rights.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import type { loadAllConstants } from './constants-data.ts';
import { SETTINGS_CRUMB } from './settings-crumb.ts';

/** The four lists, each with a link to its form for those who may change it. */
export function ConstantsList() {
  return (
    <>
      <PageHead
        title="Constantes de mantenimiento"
        subtitle="Listas que usa la digitalización. El código es lo que guardan los documentos; el nombre es lo que se lee en pantalla."
        crumbs={[SETTINGS_CRUMB, { label: 'Constantes de mantenimiento' }]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {useLoaderData<typeof loadAllConstants>().map((list) => (
          <ConstantsCard key={list.id} {...list} />
        ))}
      </div>
    </>
  );
}

function ConstantsCard({ id, items, updatedAt }: Awaited<ReturnType<typeof loadAllConstants>>[number]) {
  const mayChange = useMay()('settings-constants', 'change');
  const list = constantList(id);
  if (!list) return null;
  return (
    <section className="surface overflow-hidden" aria-labelledby={`lista-${id}`}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
        <div className="min-w-0">
          <h2 id={`lista-${id}`} className="text-sm">
            {list.title}
          </h2>
          <p className="text-[0.8125rem] text-muted">{list.description}</p>
        </div>
        {mayChange ? (
          <ButtonLink className="ms-auto" small icon="pencil" href={`/settings/constants/${id}`} aria-label={`Editar ${list.title}`}>
            Editar
          </ButtonLink>
        ) : null}
      </div>
      {items.length === 0 ? (
        <p className="px-4 py-4 text-muted">Todavía no tiene filas.</p>
      ) : (
        <table className="list-table">
          <caption>{list.title}</caption>
          <thead>
            <tr>
              <th scope="col">{list.idLabel}</th>
              <th scope="col">{list.valueLabel}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <td>
                  <code>{item.id}</code>
                </td>
                <td className="cut w-2/3!" title={item.value}>
                  {item.value}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="border-t border-line px-4 py-2 text-[0.8125rem] text-muted">
        {countOf(items.length, 'fila', 'filas')}
        {updatedAt === '' ? ', sin cambios desde la instalación.' : `. Último cambio: ${updatedAt}.`}
      </p>
    </section>
  );
}
