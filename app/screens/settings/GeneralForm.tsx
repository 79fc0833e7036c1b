import { Form, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import { useUnsavedWarning } from '../forms/use-unsaved-warning.ts';
import { ImageControl } from '../images/ImageControl.tsx';
import type { GeneralAnswer, GeneralData, GeneralField } from './general-data.ts';
import { SETTINGS_CRUMB } from './settings-cards.ts';
import { useAnswer } from './use-answer.ts';

const LABELS: Readonly<Record<GeneralField, string>> = {
  nombreCooperativa: 'Nombre de la cooperativa',
  logo_url: 'Logotipo',
  tamanoPagina: 'Filas por página',
  horasSesion: 'Duración de la sesión (horas)',
  subidaMaximaMb: 'Tamaño máximo de carga (MB)',
};

/** As server/domain/page-sizes.ts; imported here, it would be one more file that every list fetches. */
const SIZES = [10, 25, 50, 100].map((size) => ({ value: String(size), label: String(size) }));

export function GeneralForm({ data }: { data: GeneralData }) {
  const { answer, lost } = useAnswer<GeneralAnswer>();
  const saving = useNavigation().state === 'submitting';
  const warning = useUnsavedWarning();
  const { markChanged } = warning;
  useEffect(() => {
    if (answer ?? lost) markChanged();
  }, [answer, lost, markChanged]);
  const failure = answer?.failure;
  return (
    <>
      <PageHead
        title="Configuración general"
        subtitle="En un campo vacío vale lo que diga el servidor. Los cambios rigen desde la siguiente página que se abra."
        crumbs={[SETTINGS_CRUMB, { label: 'Generales' }]}
      />
      <IgnoredNotice data={data} />
      {failure ? <Failure failure={failure} /> : null}
      <Form method="post" onInput={markChanged} onSubmit={warning.markSent}>
        <input type="hidden" name="version" value={answer?.version ?? data.version} />
        <Inputs data={data} values={answer?.values ?? storedTexts(data)} errors={failure?.errors ?? {}} />
        <SaveBar
          cancelHref={SETTINGS_CRUMB.href}
          saving={saving}
          lost={lost}
          note={data.updatedAt === '' ? undefined : `Guardado el ${data.updatedAt}`}
        />
      </Form>
      <LeaveDialog blocker={warning.blocker} />
    </>
  );
}

interface InputsProps {
  data: GeneralData;
  values: Readonly<Record<GeneralField, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
}

function Inputs({ data: { limits, effective }, values, errors }: InputsProps) {
  const of = (name: GeneralField) => ({ name, label: LABELS[name], errors: errors[name] });
  return (
    <>
      <section className="form-column mb-6">
        <h2>Cooperativa</h2>
        <Field {...of('nombreCooperativa')} help={`Título de las páginas, correos y libros de Excel. Vacío: «${limits.cooperativeName}».`}>
          {(control) => (
            <TextInput {...control} defaultValue={values.nombreCooperativa} maxLength={80} placeholder={limits.cooperativeName} />
          )}
        </Field>
        <Field {...of('logo_url')} help="Se muestra pequeño y cuadrado en el menú y al iniciar sesión. Vacío: el símbolo del portal.">
          {(control) => <ImageControl control={control} value={values.logo_url} label={LABELS.logo_url} />}
        </Field>
      </section>
      <section className="form-column mb-6">
        <h2>Listas</h2>
        <Field {...of('tamanoPagina')} help="Para quienes no han elegido otro tamaño en su menú personal.">
          {(control) => (
            <Select
              {...control}
              defaultValue={values.tamanoPagina}
              options={SIZES}
              placeholder={`Como el servidor (${limits.pageSize})`}
              className="max-w-64"
            />
          )}
        </Field>
      </section>
      <section className="form-column mb-6">
        <h2>Límites</h2>
        <Field
          {...of('horasSesion')}
          help={`Vale ahora: ${effective.sessionHours}. Entre 1 y ${limits.sessionHours}, el límite del servidor. Rige para las sesiones que se inicien desde ahora.`}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              defaultValue={values.horasSesion}
              maxLength={9}
              placeholder={String(limits.sessionHours)}
              className="tabular max-w-48"
            />
          )}
        </Field>
        <Field
          {...of('subidaMaximaMb')}
          help={`Vale ahora: ${effective.uploadMaxMb}. Entre 1 y ${limits.uploadMaxMb}, el límite del servidor. Cada tipo de documento puede pedir menos. Rige también para la API.`}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              defaultValue={values.subidaMaximaMb}
              maxLength={9}
              placeholder={String(limits.uploadMaxMb)}
              className="tabular max-w-48"
            />
          )}
        </Field>
      </section>
    </>
  );
}

/** A stored value that this server does not follow, because its environment allows less. */
function IgnoredNotice({ data: { stored, limits } }: { data: GeneralData }) {
  const ignored = [
    stored.horasSesion !== null && stored.horasSesion > limits.sessionHours
      ? `La duración guardada (${stored.horasSesion} horas) supera el límite de este servidor: vale ${limits.sessionHours}.`
      : '',
    stored.subidaMaximaMb !== null && stored.subidaMaximaMb > limits.uploadMaxMb
      ? `El tamaño de carga guardado (${stored.subidaMaximaMb} MB) supera el límite de este servidor: vale ${limits.uploadMaxMb} MB.`
      : '',
  ].filter((text) => text !== '');
  if (ignored.length === 0) return null;
  return (
    <Notice kind="warning" className="mb-4 max-w-160">
      {ignored.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}

function Failure({ failure }: { failure: GeneralAnswer['failure'] }) {
  if (Object.keys(failure.errors).length > 0) return <ErrorSummary errors={failure.errors} labels={LABELS} />;
  return (
    <Notice kind={failure.conflict ? 'warning' : 'error'} live className="mb-4 max-w-160">
      <p>{failure.message}</p>
      {failure.conflict ? <StoredList texts={settingTexts(failure.conflict.stored)} /> : null}
    </Notice>
  );
}

function StoredList({ texts }: { texts: Readonly<Record<GeneralField, string>> }) {
  return (
    <ul className="mt-1.5 grid gap-0.5">
      {(Object.keys(LABELS) as GeneralField[]).map((name) => (
        <li key={name}>{`${LABELS[name]}: ${texts[name] || 'como el servidor'}`}</li>
      ))}
    </ul>
  );
}

const storedTexts = (data: GeneralData) => settingTexts(data.stored);

function settingTexts(stored: GeneralData['stored']): Record<GeneralField, string> {
  return {
    nombreCooperativa: stored.nombreCooperativa,
    logo_url: stored.logo_url,
    tamanoPagina: String(stored.tamanoPagina ?? ''),
    horasSesion: String(stored.horasSesion ?? ''),
    subidaMaximaMb: String(stored.subidaMaximaMb ?? ''),
  };
}
