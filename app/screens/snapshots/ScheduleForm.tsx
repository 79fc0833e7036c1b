import { Form } from '@remix-run/react';
import { useState } from 'react';
import {
  CRON_MAX,
  DELIVERIES,
  DELIVERY_LABELS,
  FORMAT_LABELS,
  FREQUENCIES,
  FREQUENCY_LABELS,
  RETENTION_MAX,
  SCHEDULE_TITLE_MAX,
  SNAPSHOT_FORMATS,
} from '#server/domain/report-schedules.ts';
import type { ScheduleInput, ScheduleValues } from '#server/features/snapshots/schedule-values.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/form-events.ts';
import { Checkbox, Select, TextInput } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Baseline } from '../forms/Baseline.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { listHref } from '../lists/record-links.ts';
import type { ScheduleAnswer } from './act-on-schedule.ts';
import { RecipientChoice } from './RecipientChoice.tsx';
import { ReportParams } from './ReportParams.tsx';
import type { ScheduleFormData } from './schedule-data.ts';
import { ScheduleConflictView } from './ScheduleConflictView.tsx';
import { MY_REPORTS_URL, SCHEDULE_LABELS, scheduleHref, scheduleReportHref, schedulesCrumbs, SCHEDULES_URL } from './snapshot-links.ts';

/** A schedule: which report with which parameters, when, for whom. The report is chosen first, because the rest depends on it. */
export function ScheduleForm({ data }: { data: ScheduleFormData }) {
  const { answer, ...state } = useSaveForm<ScheduleAnswer>();
  const { id, values, back } = data;
  const isNew = data.screen === 'new';
  if (!isNew && answer?.conflict) return <ScheduleConflictView data={data} answer={answer} conflict={answer.conflict} {...state} />;
  const title = isNew ? 'Programar un reporte' : `Editar ${values.title}`;
  const cancelHref = isNew ? (data.opensAll ? listHref(SCHEDULES_URL, back) : MY_REPORTS_URL) : scheduleHref(id);
  const input = answer?.input ?? inputOf(values);
  const errors = answer?.errors ?? {};
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
      <FormFailure failure={answer} labels={SCHEDULE_LABELS} />
      {data.hasReport ? (
        <>
          <SaveForm action={isNew ? scheduleReportHref(values.reportId, '') : scheduleHref(id, 'edit')} state={state} bar={{ cancelHref }}>
            <input type="hidden" name="formToken" value={answer?.formToken || data.formToken} />
            <input type="hidden" name="reportId" value={values.reportId} />
            {isNew ? null : <Baseline {...(answer?.version ? answer : { version: data.version, base: data.base })} />}
            <section className="form-column mb-6">
              <Field name="title" label={SCHEDULE_LABELS.title} required errors={errors['title']}>
                {(control) => <TextInput {...control} maxLength={SCHEDULE_TITLE_MAX} defaultValue={input.title} autoComplete="off" />}
              </Field>
            </section>
            <ReportParams hasDays={data.hasDays} filters={data.filters} params={input.params} errors={errors} />
            <When input={input} errors={errors} timing={answer?.timing ?? null} />
            <Delivery data={data} input={input} errors={errors} />
            {isNew ? (
              <p className="mb-4 max-w-160 text-muted">
                ¿Solo lo necesita una vez?{' '}
                <Button type="submit" name="intent" value="run-now" look="quiet" small>
                  Ejecutar ahora sin programar
                </Button>
              </p>
            ) : null}
          </SaveForm>
        </>
      ) : null}
    </>
  );
}

/** A form of its own that only asks for the page of another report: it works without scripts. */
function ReportChoice({ data: { reports, values, hasReport } }: { data: ScheduleFormData }) {
  if (reports.length === 0)
    return (
      <EmptyState icon="chart-column" title="Todavía no tiene reportes asignados.">
        Puede programar los reportes que puede abrir. Los otorga un Administrador.
      </EmptyState>
    );
  return (
    <Form method="get" action={`${SCHEDULES_URL}/new`} className="mb-6 flex max-w-160 flex-wrap items-end gap-2">
      <div className="min-w-64 flex-1">
        <Field name="reportId" label={SCHEDULE_LABELS.reportId} required>
          {(control) => <Select {...control} options={reports} placeholder="Elija un reporte" defaultValue={values.reportId} />}
        </Field>
      </div>
      <Button type="submit">{hasReport ? 'Cambiar' : 'Continuar'}</Button>
    </Form>
  );
}

export function inputOf({ params, retentionRuns, estado: _state, ...values }: ScheduleValues): ScheduleInput {
  const named = params.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return { ...values, params: Object.fromEntries(named), retentionRuns: String(retentionRuns) };
}

interface PartProps {
  input: ScheduleInput;
  errors: Readonly<Record<string, readonly string[]>>;
}

/** When it runs. Without scripts what either kind of frequency asks is there, and the frequency says which counts. */
function When({ input, errors, timing }: PartProps & { timing: ScheduleAnswer['timing'] }) {
  const [frequency, setFrequency] = useState(input.frequency);
  const ready = useHydrated();
  return (
    <section className="form-column mb-6">
      <h2>Cuándo</h2>
      <Field name="frequency" label={SCHEDULE_LABELS.frequency} errors={errors['frequency']}>
        {(control) => (
          <Select
            {...control}
            className="max-w-80"
            options={FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))}
            defaultValue={input.frequency}
            onChange={({ target }) => setFrequency(target.value)}
          />
        )}
      </Field>
      {ready && frequency === 'cron' ? null : (
        <Field name="hora" label={SCHEDULE_LABELS.hora} help="Hora de Guatemala." errors={errors['hora']}>
          {(control) => <TextInput {...control} type="time" className="max-w-40" defaultValue={input.hora || '07:00'} />}
        </Field>
      )}
      {ready && frequency !== 'cron' ? null : (
        <Field
          name="cron"
          label={SCHEDULE_LABELS.cron}
          help="Cinco campos: minuto, hora, día del mes, mes, día de la semana. «30 7 * * 1-5»: a las 07:30, de lunes a viernes."
          errors={errors['cron']}
        >
          {(control) => (
            <TextInput {...control} maxLength={CRON_MAX} className="max-w-80 font-mono" defaultValue={input.cron} autoComplete="off" />
          )}
        </Field>
      )}
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
          defaultChecked={input.everyDueTime}
        />
      </div>
    </section>
  );
}

/** What typed or stored times mean, with the next of them. */
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

function Delivery({ data, input, errors }: PartProps & { data: ScheduleFormData }) {
  return (
    <section className="form-column mb-6">
      <h2>Para quién</h2>
      {data.only === null ? (
        <RecipientChoice people={data.people} chosen={input.recipients} errors={errors['recipients']} />
      ) : (
        <p>
          <input type="hidden" name="recipients" value={data.only} />
          Solo para usted: cada ejecución aparece en «Mis reportes», y un correo le avisa si el portal los envía.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="format" label={SCHEDULE_LABELS.format} errors={errors['format']}>
          {(control) => (
            <Select
              {...control}
              options={SNAPSHOT_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
              defaultValue={input.format}
            />
          )}
        </Field>
        <Field name="delivery" label={SCHEDULE_LABELS.delivery} errors={errors['delivery']}>
          {(control) => (
            <Select
              {...control}
              options={DELIVERIES.map((value) => ({ value, label: DELIVERY_LABELS[value] }))}
              defaultValue={input.delivery}
            />
          )}
        </Field>
      </div>
      <Field
        name="retentionRuns"
        label={SCHEDULE_LABELS.retentionRuns}
        help="Las más antiguas se borran, con sus archivos."
        errors={errors['retentionRuns']}
      >
        {(control) => (
          <TextInput {...control} type="number" min={1} max={RETENTION_MAX} className="max-w-32" defaultValue={input.retentionRuns} />
        )}
      </Field>
    </section>
  );
}
