import { RELATIVE_DAYS, RELATIVE_LABELS } from '#server/features/snapshots/domain/relative-days.ts';
import { linesIn } from '#server/domain/text.ts';
import { DateInput } from '../forms/DateInput.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/inputs.tsx';

interface ReportParamsProps {
  hasDays: boolean;
  filters: readonly { name: string; label: string; all: string; options: readonly { value: string; label: string }[] }[];
  params: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
}

export const PARAM_LABELS = { 'params.relative': 'Días', 'params.from': 'Desde', 'params.to': 'Hasta' } as const;
const FIXED_DAYS = 'Fechas fijas';

/** The report's parameters: its days, relative to each run unless fixed, and its own filters. */
export function ReportParams({ hasDays, filters, params, errors }: ReportParamsProps) {
  if (!hasDays && filters.length === 0) return null;
  return (
    <section className="form-column mb-6">
      <h2>De qué</h2>
      {params['compare'] ? <input type="hidden" name="params.compare" value={params['compare']} /> : null}
      {hasDays ? <Days params={params} errors={errors} /> : null}
      {filters.length === 0 ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          {filters.map(({ name, label, all, options }) => (
            <Field key={name} name={`params.${name}`} label={label} errors={errors[`params.${name}`]}>
              {(control) => (
                <Select {...control} placeholder={all} options={withSeveral(options, params[name])} defaultValue={params[name] ?? ''} />
              )}
            </Field>
          ))}
        </div>
      )}
    </section>
  );
}

/** Several values chosen on the report's page become one more option here. */
function withSeveral(options: ReportParamsProps['filters'][number]['options'], chosen = '') {
  const values = linesIn(chosen);
  const labelOf = (one: string) => options.find(({ value }) => value === one)?.label ?? one;
  return values.length > 1 ? [{ value: chosen, label: values.map(labelOf).join(', ') }, ...options] : options;
}

function Days({ params, errors }: Pick<ReportParamsProps, 'errors' | 'params'>) {
  return (
    <>
      <Field
        name="params.relative"
        label={PARAM_LABELS['params.relative']}
        help="Se cuentan desde el día en que se ejecuta."
        errors={errors['params.relative']}
      >
        {(control) => (
          <Select
            {...control}
            className="max-w-96"
            placeholder={FIXED_DAYS}
            options={RELATIVE_DAYS.map((value) => ({ value, label: RELATIVE_LABELS[value] }))}
            defaultValue={params['relative'] ?? ''}
          />
        )}
      </Field>
      <details open={(params['relative'] ?? '') === ''}>
        <summary>{FIXED_DAYS}</summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          {(['from', 'to'] as const).map((name) => (
            <Field key={name} name={`params.${name}`} label={PARAM_LABELS[`params.${name}`]} errors={errors[`params.${name}`]}>
              {(control) => <DateInput {...control} defaultValue={params[name] ?? ''} />}
            </Field>
          ))}
        </div>
      </details>
    </>
  );
}
