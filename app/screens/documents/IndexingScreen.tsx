import { useLoaderData } from '@remix-run/react';
import { Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { Select } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { later } from '../../ui/later.ts';
import { FieldControl } from '../forms/FieldControl.tsx';
import { labelOf } from '../forms/labels.ts';
import { campoFields, typeOptions } from './document-fields.tsx';
import { LIST_URL, UPLOAD_URL } from './document-links.ts';
import type { IndexingData } from './record-data.ts';

const IndexingDesk = later(async () => (await import('./IndexingDesk.tsx')).IndexingDesk);

/** Indexes documents from their files, one after the other. */
export function IndexingScreen() {
  const data = useLoaderData<IndexingData>();
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

/** Indexes one document by a plain form, without scripts: first the type, then its fields. */
function PlainIndexing({ data: { fields, rules, types, chosen, uploadKey } }: { data: IndexingData }) {
  const type = types.find(({ id }) => id === chosen);
  return (
    <div className="grid max-w-160 gap-4">
      <form action={UPLOAD_URL} noValidate className="surface grid gap-3 p-4">
        <Field name="documentId" label={labelOf(fields, 'documentId')} required idPrefix="tipo">
          {(control) => <Select {...control} placeholder="Elija el tipo" options={typeOptions(types)} defaultValue={chosen} />}
        </Field>
        <div>
          <Button type="submit" look={type ? 'plain' : 'primary'}>
            {type ? 'Cambiar de tipo' : 'Continuar'}
          </Button>
        </div>
      </form>
      {type ? (
        <form method="post" action={UPLOAD_URL} encType="multipart/form-data" className="surface grid gap-3 p-4">
          <h2>{`${type.categoryName} › ${type.name}`}</h2>
          <input type="hidden" name="uploadKey" value={uploadKey} />
          <input type="hidden" name="categoryId" value={type.categoryId} />
          <input type="hidden" name="documentId" value={type.id} />
          {[...fields.filter(({ name }) => name === 'documentName'), ...campoFields(type.fields, { rules })].map((field) => (
            <FieldControl key={field.name} field={field} />
          ))}
          <Field name="file" label="Archivo" required>
            {(control) => <input {...control} type="file" className="file-input w-full" />}
          </Field>
          <div>
            <Button type="submit" look="primary">
              Indexar
            </Button>
          </div>
        </form>
      ) : null}
    </div>
  );
}
