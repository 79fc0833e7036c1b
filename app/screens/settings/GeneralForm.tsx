import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import { fieldText } from '#server/domain/field-text.ts';
import { requireStaff } from '../../context.ts';
import { FactCard } from '../../ui/Card.tsx';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import type { EditFailure } from '../forms/edit.ts';
import { EditForm } from '../forms/EditForm.tsx';
import type { FormField } from '../forms/FieldControl.tsx';
import { formAction, givenBack, type Refusal } from '../forms/form-action.ts';
import { labelOf } from '../forms/labels.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { ImageControl } from '../files/images/ImageControl.tsx';
import { SETTINGS_CRUMB } from './settings-crumb.ts';

export function GeneralForm({ data }: { data: GeneralData }) {
  const own = ownOf(data);
  return (
    <>
      <PageHead
        title="Configuración general"
        subtitle={
          data.fields.length > 0
            ? 'En un campo vacío vale lo que diga el servidor. Los cambios rigen desde la siguiente página que se abra.'
            : 'Donde no hay dato vale lo que diga el servidor.'
        }
        crumbs={[SETTINGS_CRUMB, { label: 'Generales' }]}
      />
      <IgnoredNotice data={data} />
      {Object.keys(data.facts).length > 0 ? <FactCard title="Valores guardados" className="mb-4 max-w-160" facts={factsOf(data)} /> : null}
      {data.fields.length > 0 ? (
        <EditForm
          fields={data.fields.map((field) => ({ ...field, empty: 'como el servidor', ...own[field.name] }))}
          version={data.version}
          values={{ ...data.stored }}
          action="/settings/general"
          draw={{ logo_url: (control, value) => <ImageControl control={control} value={value} label={labelOf(data.fields, 'logo_url')} /> }}
          bar={{ cancelHref: SETTINGS_CRUMB.href, note: data.updatedAt === '' ? undefined : `Guardado el ${data.updatedAt}` }}
        />
      ) : null}
    </>
  );
}

/** The settings that the person may only view. */
function factsOf({ facts, fields, updatedAt }: GeneralData): Facts {
  return {
    ...facts,
    ...(fields.length === 0 && updatedAt !== '' && { 'Última modificación': updatedAt }),
  };
}

/** Field options that depend on the server's limits. */
function ownOf({ limits, effective }: GeneralData): Readonly<Record<string, Partial<FormField>>> {
  return {
    nombreCooperativa: { input: { placeholder: limits.cooperativeName } },
    tamanoPagina: { kind: 'choice', placeholder: `Como el servidor (${limits.pageSize})` },
    horasSesion: {
      help: `Vale ahora: ${effective.sessionHours}. Entre 1 y ${limits.sessionHours}, el límite del servidor. Rige para las sesiones que se inicien desde ahora.`,
      input: { placeholder: String(limits.sessionHours) },
    },
    minutosReposo: {
      help: `Vale ahora: ${effective.restMinutes}. Entre 5 y ${limits.restMinutes}, el límite del servidor. Una página abierta que nadie toca cuenta como sin uso.`,
      input: { placeholder: String(limits.restMinutes) },
    },
    subidaMaximaMb: {
      help: `Vale ahora: ${effective.uploadMaxMb}. Entre 1 y ${limits.uploadMaxMb}, el límite del servidor. Cada tipo de documento puede pedir menos. Rige también para el API.`,
      input: { placeholder: String(limits.uploadMaxMb) },
    },
  };
}

/** Stored values that this server ignores, because its environment sets a lower limit. */
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

type GeneralData = Awaited<ReturnType<typeof loadGeneral>>;

export async function loadGeneral({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { stored, version, updatedAt, limits, effective, fields, facts } = await context.portal.settings.getGeneral({ actor });
  const texts = facts.map((field): [string, string] => [field.label, fieldText(field, stored[field.name as keyof typeof stored])]);
  return { stored, version, limits, effective, fields, facts: Object.fromEntries(texts), updatedAt: formatDateTime(updatedAt) };
}

export const actOnGeneral = /* @__PURE__ */ formAction(
  {
    of: 'la configuración',
    read: async ({ portal, actor, sent }) => {
      const { fields } = await portal.settings.getGeneral({ actor });
      // An empty field means «as delivered», so a missing one must not be taken for empty.
      if (!fields.every(({ name, kind }) => sent.has(name) || kind === 'flag'))
        throw new AppError('invalid-input', 'incomplete form', {
          userMessage: 'El formulario llegó incompleto. Vuelva a abrir la configuración.',
        });
      return { form: portal.settings.readGeneralForm(sent), fields };
    },
    refused: ({ form }, refusal: Refusal<Conflict<FormBase>>): EditFailure => ({ ...refusal, ...givenBack(form) }),
  },
  async ({ portal, call, form: { values, version, base }, fields, done }) => {
    const merged = await portal.settings.updateGeneral({ ...call, values, base, ifVersion: version });
    const kept = describeMerged(merged, (name) => labelOf(fields, name));
    return done('/settings/general', `Se guardó la configuración. Ya está en vigor.${kept}`);
  },
);
