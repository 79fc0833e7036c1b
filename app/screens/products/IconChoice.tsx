import { SERVICE_ICONS } from '#server/domain/products.ts';
import type { Control } from '../../ui/Field.tsx';
import { ServiceIcon } from './ServiceIcon.tsx';

/** The closed set of pictures, each with its name: a radio group, so that arrows and screen readers work without JavaScript. */
export function IconChoice({ control, value }: { control: Control; value: string }) {
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
          <ServiceIcon name={icon.value} />
          {icon.label}
        </label>
      ))}
    </div>
  );
}
