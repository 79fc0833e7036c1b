import { formatDay } from '#server/domain/dates.ts';
import { shownImage } from '#server/domain/images.ts';
import { parseWrittenDay } from '#server/domain/written-days.ts';
import type { RecordPartProps } from '../record-parts.ts';

/** Preview of a promotion on a phone, from stored or currently typed values. */
export function PhonePreview({ values }: RecordPartProps) {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const name = text('nombre') || 'Nombre de la promoción';
  // Stored, or as typed.
  const day = (field: string) => formatDay(parseWrittenDay(text(field)) ?? '');
  const validity = describeValidity(day('vigenciaDesde'), day('vigenciaHasta'));
  const hidden = String(values['estado']) === 'false';
  return (
    <aside className="phone no-print" aria-label="Vista previa en un teléfono">
      <p className="mb-2 text-muted">Así se ve en un teléfono</p>
      <div className="phone-body">
        <div className="phone-screen" data-hidden={hidden ? '' : undefined}>
          {text('image_url') === '' ? (
            <div className="phone-picture" aria-hidden />
          ) : (
            <img className="phone-picture" src={shownImage(text('image_url'))} alt={`Imagen de ${name}`} referrerPolicy="no-referrer" />
          )}
          <div className="grid gap-1.5 p-3">
            <p className="font-semibold">{name}</p>
            {validity === '' ? null : <p className="tabular text-[0.75rem] text-muted">{validity}</p>}
            <p className="text-[0.8125rem] whitespace-pre-line">{text('descripcion')}</p>
          </div>
        </div>
      </div>
      {hidden ? <p className="mt-2 text-[0.8125rem] text-muted">Está oculta: no aparece en la aplicación.</p> : null}
    </aside>
  );
}

function describeValidity(from: string, to: string): string {
  if (from !== '' && to !== '') return `Del ${from} al ${to}`;
  if (from !== '') return `Desde el ${from}`;
  return to === '' ? '' : `Hasta el ${to}`;
}
