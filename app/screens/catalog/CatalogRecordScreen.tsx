import { CatalogForm } from './CatalogForm.tsx';
import { CatalogRecordView } from './CatalogRecordView.tsx';
import type { CatalogRecordData } from './record-data.ts';

/** What a record's address shows: the record, its form, or the empty form. */
export function CatalogRecordScreen({ data }: { data: CatalogRecordData }) {
  if (data.screen === 'view' && data.record) return <CatalogRecordView data={data} record={data.record} />;
  return <CatalogForm key={data.formToken} data={data} />;
}
