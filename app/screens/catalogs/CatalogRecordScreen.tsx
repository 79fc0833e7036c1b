import type { ReactNode } from 'react';
import { CatalogForm, type CatalogScreenProps } from './CatalogForm.tsx';
import { CatalogRecordView } from './CatalogRecordView.tsx';

/** What a record's address shows: the record with what lies under it (`children`), its form, or the empty form. */
export function CatalogRecordScreen({ data, parts, children }: CatalogScreenProps & { children?: ReactNode }) {
  if (data.screen !== 'view' || !data.record) return <CatalogForm key={data.formToken} data={data} parts={parts} />;
  return (
    <>
      <CatalogRecordView data={data} record={data.record} parts={parts} />
      {children}
    </>
  );
}
