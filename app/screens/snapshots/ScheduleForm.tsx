import { Form } from '@remix-run/react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { DAYS_OF_FREQUENCY, followsFrequency, RELATIVE_LABELS } from '#server/features/snapshots/domain/relative-days.ts';
import {
  formTimes,
  FREQUENCIES,
  fromParamLines,
  MONTH_DAY,
  MONTH_DAY_LABELS,
  readOneOf,
  WEEKDAY,
  WEEKDAY_LABELS,
} from '#server/features/snapshots/domain/report-schedules.ts';
import { capitalize, uncapitalize } from '#server/domain/grammar.ts';
import { textsOf } from '#server/domain/form-value.ts';
import type { FormBase, FormValue } from '#server/domain/conflict.ts';
import { fieldText } from '#server/domain/field-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { Checkbox, Select } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FieldControl, type DrawControl } from '../forms/FieldControl.tsx';
import { Baseline } from '../forms/Baseline.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { labelOf, labelsOf } from '../forms/labels.ts';
import { RecordConflict } from '../forms/RecordConflict.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { SearchedBoxes } from '../forms/SearchedBoxes.tsx';
import { useSaveForm, type SaveFormState } from '../forms/use-save-form.ts';
import { listHref } from '../../record-links.ts';
import type { ScheduleAnswer, ScheduleConflict } from './act-on-schedule.ts';
import { PARAM_LABELS, ReportParams } from './ReportParams.tsx';
import type { ScheduleFormData } from './schedule-data.ts';
import { MY_REPORTS_URL, scheduleHref, scheduleReportHref, schedulesCrumbs, SCHEDULES_URL } from './snapshot-links.ts';

/** A schedule: which report with which parameters, when, for whom. The report is chosen first, because the rest depends on it. */
export function ScheduleForm({ data }: { data: ScheduleFormData }) {
  const { answer, ...state } = useSaveForm<ScheduleAnswer>();
  const { id, values, back } = data;
  const isNew = data.screen === 'new';
  if (!isNew && answer?.conflict) return <TwoVersions data={data} answer={answer} conflict={answer.conflict} {...state} />;
  const title = isNew ? 'Programar un reporte' : `Editar ${values.title}`;
  const cancelHref = isNew ? (data.opensAll ? listHref(SCHEDULES_URL, back) : MY_REPORTS_URL) : scheduleHref(id);
  const shown = withTimes(answer ? { ...values, ...answer.values } : values);
  const errors = answer?.errors ?? {};
  const control: DrawField = (name, draw) => {
    const field = data.fields.find((one) => one.name === name);
    return field ? <FieldControl field={field} value={shown[name]} errors={errors} draw={draw} /> : null;
  };
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          ...schedulesCrumbs(data.opensAll, back),
          ...(isNew ? [{ label: 'Nuevo' }] : [{ label: values.title, href: scheduleHref(id) }, { label: 'Editar' }]),
        ]}
        subtitle={data.owner === '' ? undefined : `Es de ${data.owner}: cuentan sus permisos, no los de usted.`}
      />
      {isNew ? <ReportChoice data={data} /> : null}
      <FormFailure failure={answer} labels={{ ...labelsOf(data.fields), ...PARAM_LABELS }} />
      {data.hasReport ? (
        <>
          <SaveForm action={isNew ? scheduleReportHref(values.reportId, '') : scheduleHref(id, 'edit')} state={state} bar={{ cancelHref }}>
            <input type="hidden" name="formToken" value={answer?.formToken || data.formToken} />
            <input type="hidden" name="reportId" value={values.reportId} />
            {isNew ? null : <Baseline {...(answer?.version ? answer : { version: data.version, base: data.base })} />}
            <section className="form-column mb-6">{control('title')}</section>
            <ReportParams hasDays={data.hasDays} filters={data.filters} params={fromParamLines(linesIn(shown['params']))} errors={errors} />
            <When shown={shown} control={control} timing={answer?.timing ?? null} hasDays={data.hasDays} errors={errors} />
            <Delivery data={data} shown={shown} control={control} errors={errors['recipients']} />
            {isNew ? (
              <p className="mb-4 max-w-160 text-muted">
                ¿Solo lo necesita una vez, para usted?{' '}
                <Button type="submit" name="intent" value="run-now" look="quiet" small>
                  Ejecutar ahora sin programar
                </Button>{' '}
                No se envía a nadie.
              </p>
            ) : null}
          </SaveForm>
        </>
      ) : null}
    </>
  );
}

/** A separate form that only loads the page for another report: works without scripts. */
function ReportChoice({ data: { fields, reports, values, hasReport } }: { data: ScheduleFormData }) {
  if (reports.length === 0)
    return (
      <EmptyState icon="chart-column" title="Todavía no tiene reportes asignados.">
        Puede programar los reportes que puede abrir. Los otorga un Administrador.
      </EmptyState>
    );
  return (
    <Form method="get" noValidate action={`${SCHEDULES_URL}/new`} className="mb-6 flex max-w-160 flex-wrap items-end gap-2">
      <div className="min-w-64 flex-1">
        <Field name="reportId" label={labelOf(fields, 'reportId')} required>
          {(control) => <Select {...control} options={reports} placeholder="Elija un reporte" defaultValue={values.reportId} />}
        </Field>
      </div>
      <Button type="submit">{hasReport ? 'Cambiar' : 'Continuar'}</Button>
    </Form>
  );
}

/** Values as stored, or as typed. */
type Shown = Readonly<Record<string, unknown>>;
type DrawField = (name: string, draw?: DrawControl) => ReactNode;

/** Adds the days of week and month that its times stand for. */
function withTimes(shown: Shown): Shown {
  const text = (name: string) => (typeof shown[name] === 'string' ? shown[name] : '');
  return { ...shown, ...formTimes({ frequency: readOneOf(FREQUENCIES, text('frequency')), cron: text('cron'), hora: text('hora') }) };
}

const linesIn = (value: unknown) => textsOf((value ?? null) as FormValue);

interface PartProps {
  shown: Shown;
  /** Renders the control of a field with its errors. */
  control: DrawField;
}

const FREQUENCY_OPTIONS = [
  { value: 'diaria', label: 'Todos los días' },
  { value: 'semanal', label: 'Cada semana' },
  { value: 'mensual', label: 'Cada mes' },
];
/** Offered only for a stored cron expression that the other options cannot express (formTimes); programs may send any. */
const CRON_OPTION = { value: 'cron', label: 'Otra: expresión cron' };
const optionsOf = (labels: typeof WEEKDAY_LABELS) => labels.map(([value, label]) => ({ value, label: capitalize(label) }));
const WEEKDAY_OPTIONS = optionsOf(WEEKDAY_LABELS);
const MONTH_DAY_OPTIONS = optionsOf(MONTH_DAY_LABELS);

interface WhenProps extends PartProps, Pick<ScheduleAnswer, 'errors' | 'timing'> {
  hasDays: boolean;
}

/** When it runs. Without scripts the fields of all frequencies are shown, and the chosen frequency decides which ones count. */
function When({ shown, control, timing, hasDays, errors }: WhenProps) {
  const [frequency, setFrequency] = useState(String(shown['frequency']));
  const [announced, setAnnounced] = useState('');
  const hasCron = shown['frequency'] === CRON_OPTION.value;
  const ready = useHydrated();
  const asksFor = (...frequencies: string[]) => !ready || frequencies.includes(frequency);
  const change = ({ target }: FormEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLSelectElement)) return;
    setFrequency(target.value);
    setAnnounced(hasDays ? followWithDays(target) : '');
  };
  return (
    <section className="form-column mb-6">
      <h2>Cuándo</h2>
      <div onChange={change}>
        {control('frequency', (drawn) => (
          <Select
            {...drawn}
            className="max-w-96"
            options={hasCron ? [...FREQUENCY_OPTIONS, CRON_OPTION] : FREQUENCY_OPTIONS}
            defaultValue={frequency}
          />
        ))}
        <p role="status" className="field-help empty:hidden">
          {announced}
        </p>
      </div>
      {asksFor('semanal') ? (
        <DayOfTimes
          name={WEEKDAY}
          label="Día de la semana"
          help={ready ? undefined : 'Cuenta con la frecuencia «Cada semana».'}
          options={WEEKDAY_OPTIONS}
          value={String(shown['weekday'])}
          errors={errors[WEEKDAY]}
        />
      ) : null}
      {asksFor('mensual') ? (
        <DayOfTimes
          name={MONTH_DAY}
          label="Día del mes"
          help={ready ? undefined : 'Cuenta con la frecuencia «Cada mes».'}
          options={MONTH_DAY_OPTIONS}
          value={String(shown['monthDay'])}
          errors={errors[MONTH_DAY]}
        />
      ) : null}
      {asksFor('diaria', 'semanal', 'mensual') ? control('hora') : null}
      {hasCron && asksFor('cron') ? control('cron') : null}
      <div>
        <Button type="submit" name="intent" value="preview" icon="calendar-days">
          Ver las próximas fechas
        </Button>
        {timing ? <NextTimes timing={timing} live /> : null}
      </div>
      <div>
        <input type="hidden" name="everyDueTime" value="false" />
        <Checkbox
          name="everyDueTime"
          label="Si el portal estuvo detenido, ejecutar todas las horas perdidas"
          help="Sin marcar se ejecuta la última, y las anteriores quedan como vencidas."
          defaultChecked={shown['everyDueTime'] === true}
        />
      </div>
    </section>
  );
}

interface DayOfTimesProps {
  name: string;
  label: string;
  help: string | undefined;
  options: readonly { value: string; label: string }[];
  value: string;
  errors: readonly string[] | undefined;
}

function DayOfTimes({ name, label, help, options, value, errors }: DayOfTimesProps) {
  return (
    <Field name={name} label={label} help={help} errors={errors}>
      {(control) => <Select {...control} className="max-w-96" options={options} defaultValue={value} />}
    </Field>
  );
}

/** The report's days follow the frequency, unless somebody chose others. @returns a note about the change */
function followWithDays({ form, value }: HTMLSelectElement): string {
  const days = form?.elements.namedItem('params.relative');
  const relative = Object.entries(DAYS_OF_FREQUENCY).find(([frequency]) => frequency === value)?.[1];
  if (!(days instanceof HTMLSelectElement) || !relative || relative === days.value || !followsFrequency(days.value)) return '';
  days.value = relative;
  return `Los días del reporte son ahora: ${uncapitalize(RELATIVE_LABELS[relative])}.`;
}

/** The meaning of typed or stored times, with the next dates. */
export function NextTimes({ timing, live = false }: { timing: { sentence: string; next: readonly string[] }; live?: boolean }) {
  return (
    <div className="mt-2" role={live ? 'status' : undefined}>
      <p>{timing.sentence}</p>
      {timing.next.length === 0 ? null : (
        <>
          <p className="mt-1 text-muted">Próximas fechas:</p>
          <ol className="tabular list-inside list-decimal">
            {timing.next.map((time) => (
              <li key={time}>{time}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function Delivery({ data, shown, control, errors }: PartProps & { data: ScheduleFormData; errors: readonly string[] | undefined }) {
  return (
    <section className="form-column mb-6">
      <h2>Para quién</h2>
      {data.only === null ? (
        <SearchedBoxes
          name="recipients"
          label={labelOf(data.fields, 'recipients')}
          what="persona"
          offered={data.people}
          chosen={linesIn(shown['recipients'])}
          help="Reciben un correo con cada ejecución mientras puedan abrir el reporte. Sin nadie, queda solo en el portal."
          errors={errors}
        />
      ) : (
        <p>
          <input type="hidden" name="recipients" value={data.only} />
          Solo para usted: cada ejecución aparece en «Mis reportes», y un correo le avisa si el portal los envía.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {control('format')}
        {control('delivery')}
      </div>
      {control('retentionRuns')}
    </section>
  );
}

interface TwoVersionsProps extends Omit<SaveFormState<never>, 'answer'> {
  data: ScheduleFormData;
  answer: ScheduleAnswer;
  conflict: ScheduleConflict;
}

/** Somebody else changed the same schedule first: shows both versions, one of which is kept. */
function TwoVersions({ data: { id, fields, people, opensAll }, answer: { message }, conflict, ...state }: TwoVersionsProps) {
  const submitted: FormBase = { ...conflict.submitted };
  const nameOf = (one: string) => people.find((person) => person.id === one)?.name ?? one;
  return (
    <RecordConflict
      title={conflict.stored.title}
      crumbs={schedulesCrumbs(opensAll)}
      action={scheduleHref(id, 'edit')}
      cancelHref={scheduleHref(id)}
      message={message}
      conflict={{ ...conflict, stored: { ...conflict.stored }, submitted }}
      fields={fields.filter(({ name }) => name !== 'reportId' && name !== 'estado')}
      textOf={(field, value) => (field.kind === 'ids' ? textsOf(value).map(nameOf).join(', ') : fieldText(field, value))}
      {...state}
    />
  );
}
