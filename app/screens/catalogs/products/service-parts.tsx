import type { ReactNode } from 'react';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import { baseText } from '#server/domain/form-value.ts';
import { SERVICE_ICONS } from '#server/domain/products.ts';
import { DescriptionList } from '../../../ui/DescriptionList.tsx';
import type { Control } from '../../../ui/Field.tsx';
import { RecordColumns } from '../../../ui/RecordColumns.tsx';
import type { RecordParts } from '../record-parts.ts';
import { ServiceIcon } from './ServiceIcon.tsx';

export const SERVICE_PARTS: RecordParts = {
  controls: {
    icono: (control, text) => <IconChoice control={control} value={text} />,
    galeria: (control, text) => <GalleryChoice control={control} isOn={text === 'true'} />,
  },
  Facts: ServiceFacts,
  lost: 'ni él ni sus productos aparecen en la aplicación',
};

function ServiceFacts({ record, kept }: { record: CatalogRecord; kept: ReactNode }) {
  const { icono, descripcion, galeria } = record.values;
  return (
    <div className="mb-6">
      <RecordColumns side={kept}>
        <section className="surface flex gap-4 p-4" aria-label="Datos del servicio">
          <ServiceIcon name={baseText(icono ?? null)} className="size-9 text-primary" />
          <div className="min-w-0 flex-1">
            <p className="mb-2 whitespace-pre-line">
              {baseText(descripcion ?? null) || <span className="text-muted">Sin descripción</span>}
            </p>
            <DescriptionList facts={{ 'Galería de fotografías': galeria === true ? 'Sí' : 'No' }} />
          </div>
        </section>
      </RecordColumns>
    </div>
  );
}

/** A check box; when unticked, only the hidden "false" before it is sent. */
function GalleryChoice({ control: { name, required: _required, ...control }, isOn }: { control: Control; isOn: boolean }) {
  return (
    <>
      <input type="hidden" name={name} value="false" />
      <label className="flex items-center gap-2.5 font-normal">
        <input {...control} type="checkbox" className="checkbox checkbox-primary" name={name} value="true" defaultChecked={isOn} />
        Tiene galería de fotografías
      </label>
    </>
  );
}

/** The fixed set of icons with their names: a radio group, so that arrow keys and screen readers work without JavaScript. */
function IconChoice({ control, value }: { control: Control; value: string }) {
  return (
    <div
      role="radiogroup"
      id={control.id}
      tabIndex={-1}
      aria-label="Icono"
      aria-describedby={control['aria-describedby']}
      className="icon-choice"
    >
      {SERVICE_ICONS.map((icon) => (
        <label key={icon.value}>
          <input
            type="radio"
            className="radio radio-sm"
            name={control.name}
            value={icon.value}
            defaultChecked={icon.value === value}
            required={control.required}
          />
          <ServiceIcon name={icon.value} className="size-4.5 text-primary" />
          {icon.label}
        </label>
      ))}
    </div>
  );
}
