import { CatalogForm, type CatalogFormProps } from './CatalogForm.tsx';
import { CatalogRecordView } from './CatalogRecordView.tsx';

/** What a record's address shows: the record, its form, or the empty form. */
export function CatalogRecordScreen({ data, above, draw, parts, uploadId }: CatalogFormProps) {
  if (data.screen === 'view' && data.record)
    return <CatalogRecordView data={data} record={data.record} above={above} parts={parts} uploadId={uploadId} />;
  return <CatalogForm key={data.formToken} data={data} {...(above && { above })} {...(draw && { draw })} {...(parts && { parts })} />;
}
