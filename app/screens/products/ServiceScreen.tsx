import type { ServiceData } from './service-data.ts';
import { CatalogForm } from '../catalog/CatalogForm.tsx';
import type { DrawControls } from '../catalog/FieldControl.tsx';
import { IconChoice } from './IconChoice.tsx';
import { servicesCrumb } from './product-links.ts';
import { ServiceView } from './ServiceView.tsx';

const DRAW: DrawControls = { icono: (control, text) => <IconChoice control={control} value={text} /> };

/** What a service's address shows: the service with what it holds, its form, or the empty form. */
export function ServiceScreen({ data }: { data: ServiceData }) {
  if (data.record && data.contents) return <ServiceView data={data} record={data.record} contents={data.contents} />;
  return <CatalogForm key={data.formToken} data={data} above={[servicesCrumb(data.back)]} draw={DRAW} />;
}
