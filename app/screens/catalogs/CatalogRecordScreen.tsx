import type { ReactNode } from 'react';
import { FreshForm } from '../forms/FreshForm.tsx';
import { CatalogForm, type CatalogScreenProps } from './CatalogForm.tsx';
import { CatalogRecordView } from './CatalogRecordView.tsx';

/** The screen of a record's address: the record with its sub-lists (`children`), its form, or the empty form. */
export function CatalogRecordScreen({ data, parts, children }: CatalogScreenProps & { children?: ReactNode }) {
  if (data.screen !== 'view' || !data.record)
    return (
      <FreshForm token={data.formToken} given={data} bySearch>
        {(given) => <CatalogForm data={given} parts={parts} />}
      </FreshForm>
    );
  return (
    <>
      <CatalogRecordView data={data} record={data.record} parts={parts} />
      {children}
    </>
  );
}
