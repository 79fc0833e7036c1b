import { Form } from '@remix-run/react';
import { baseText } from '#server/domain/form-base.ts';
import type { GeneralSettingsConflict } from '#server/features/settings/general.ts';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import { ImageControl } from '../images/ImageControl.tsx';
import type { GeneralAnswer, GeneralData } from './general-data.ts';
import { GENERAL_FIELDS, GENERAL_LABELS, type GeneralField } from './general-fields.ts';
import { SETTINGS_CRUMB } from './settings-cards.ts';
import { Baseline } from '../forms/Baseline.tsx';
import { ConflictForm, type ConflictFormProps } from '../forms/ConflictForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';

/** As server/domain/page-sizes.ts; imported here, it would be one more file that every list fetches. */
const SIZES = [10, 25, 50, 100].map((size) => ({ value: String(size), label: String(size) }));

const SECTIONS: Readonly<Record<string, readonly GeneralField[]>> = {
  Cooperativa: ['nombreCooperativa', 'logo_url'],
  Listas: ['tamanoPagina'],
  Límites: ['horasSesion', 'subidaMaximaMb'],
};

export function GeneralForm({ data }: { data: GeneralData }) {
  const { answer: failure, lost, saving, warning } = useSaveForm<GeneralAnswer>();
  const values = failure?.values ?? settingTexts(data.stored);
  return (
    <>
      <PageHead
        title="Configuración general"
        subtitle="En un campo vacío vale lo que diga el servidor. Los cambios rigen desde la siguiente página que se abra."
        crumbs={[SETTINGS_CRUMB, { label: 'Generales' }]}
      />
      <IgnoredNotice data={data} />
      {failure?.conflict ? (
        <GeneralConflict data={data} failure={failure} conflict={failure.conflict} form={{ lost, saving, warning }} />
      ) : (
        <>
          <FormFailure failure={failure} labels={GENERAL_LABELS} />
          <Form method="post" onInput={warning.markChanged} onSubmit={warning.markSent}>
            <Baseline {...(failure ?? { version: data.version, base: { ...data.stored } })} />
            {Object.entries(SECTIONS).map(([heading, names]) => (
              <section key={heading} className="form-column mb-6">
                <h2>{heading}</h2>
                {names.map((name) => (
                  <Input key={name} name={name} data={data} value={values[name]} errors={failure?.errors[name]} />
                ))}
              </section>
            ))}
            <SaveBar
              cancelHref={SETTINGS_CRUMB.href}
              saving={saving}
              lost={lost}
              note={data.updatedAt === '' ? undefined : `Guardado el ${data.updatedAt}`}
            />
          </Form>
          <LeaveDialog blocker={warning.blocker} />
        </>
      )}
    </>
  );
}

interface GeneralConflictProps {
  data: GeneralData;
  failure: GeneralAnswer;
  conflict: GeneralSettingsConflict;
  form: Pick<ConflictFormProps, 'lost' | 'saving' | 'warning'>;
}

function GeneralConflict({ data, failure, conflict, form }: GeneralConflictProps) {
  const { stored, submitted } = conflict;
  return (
    <ConflictForm
      action="/settings/general"
      cancelHref={SETTINGS_CRUMB.href}
      message={failure.message}
      updatedAt={null}
      conflict={conflict}
      stored={{ ...stored }}
      fields={GENERAL_FIELDS.map((name) => ({
        name,
        label: GENERAL_LABELS[name],
        text: baseText(submitted[name]),
        show: (value) => baseText(value) || 'como el servidor',
        control: <Input name={name} data={data} value={failure.values[name]} errors={undefined} />,
      }))}
      {...form}
    />
  );
}

interface InputProps {
  name: GeneralField;
  data: GeneralData;
  value: string;
  errors: readonly string[] | undefined;
}

function Input({ name, data: { limits, effective }, value, errors }: InputProps) {
  const field = { name, label: GENERAL_LABELS[name], errors };
  const number = { inputMode: 'decimal', defaultValue: value, maxLength: 9, className: 'tabular max-w-48' } as const;
  switch (name) {
    case 'nombreCooperativa':
      return (
        <Field {...field} help={`Título de las páginas, correos y libros de Excel. Vacío: «${limits.cooperativeName}».`}>
          {(control) => <TextInput {...control} defaultValue={value} maxLength={80} placeholder={limits.cooperativeName} />}
        </Field>
      );
    case 'logo_url':
      return (
        <Field {...field} help="Se muestra pequeño y cuadrado en el menú y al iniciar sesión. Vacío: el símbolo del portal.">
          {(control) => <ImageControl control={control} value={value} label={field.label} />}
        </Field>
      );
    case 'tamanoPagina':
      return (
        <Field {...field} help="Para quienes no han elegido otro tamaño en su menú personal.">
          {(control) => (
            <Select
              {...control}
              defaultValue={value}
              options={SIZES}
              placeholder={`Como el servidor (${limits.pageSize})`}
              className="max-w-64"
            />
          )}
        </Field>
      );
    case 'horasSesion':
      return (
        <Field
          {...field}
          help={`Vale ahora: ${effective.sessionHours}. Entre 1 y ${limits.sessionHours}, el límite del servidor. Rige para las sesiones que se inicien desde ahora.`}
        >
          {(control) => <TextInput {...control} {...number} placeholder={String(limits.sessionHours)} />}
        </Field>
      );
    case 'subidaMaximaMb':
      return (
        <Field
          {...field}
          help={`Vale ahora: ${effective.uploadMaxMb}. Entre 1 y ${limits.uploadMaxMb}, el límite del servidor. Cada tipo de documento puede pedir menos. Rige también para la API.`}
        >
          {(control) => <TextInput {...control} {...number} placeholder={String(limits.uploadMaxMb)} />}
        </Field>
      );
  }
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

function settingTexts(stored: GeneralData['stored']): Record<GeneralField, string> {
  return Object.fromEntries(GENERAL_FIELDS.map((name) => [name, baseText(stored[name])])) as Record<GeneralField, string>;
}
