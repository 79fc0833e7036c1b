import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import { requireStaff } from '../../context.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { readEdit, type EditFailure } from '../forms/edit.ts';
import { EditForm } from '../forms/EditForm.tsx';
import type { FormField } from '../forms/FieldControl.tsx';
import { formAction, type Refusal } from '../forms/form-action.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { ImageControl } from '../images/ImageControl.tsx';
import { SETTINGS_CRUMB } from './settings-crumb.ts';

/** As server/domain/page-sizes.ts; imported here, it would be one more file that every list fetches. */
const SIZES = [10, 25, 50, 100].map((size) => ({ value: String(size), label: String(size) }));

const AUTOMATIC = [
  { value: 'false', label: 'No: lo hacen las personas' },
  { value: 'true', label: 'Sí: según la vigencia' },
];

export function GeneralForm({ data }: { data: GeneralData }) {
  const fields = fieldsOf(data);
  return (
    <>
      <PageHead
        title="Configuración general"
        subtitle="En un campo vacío vale lo que diga el servidor. Los cambios rigen desde la siguiente página que se abra."
        crumbs={[SETTINGS_CRUMB, { label: 'Generales' }]}
      />
      <IgnoredNotice data={data} />
      <EditForm
        fields={GENERAL_FIELDS.filter((name) => data.mayChange.includes(name)).map((name) => ({
          name,
          label: GENERAL_LABELS[name],
          empty: 'como el servidor',
          ...fields[name],
        }))}
        version={data.version}
        values={{ ...data.stored, publicacionAutomatica: String(data.stored.publicacionAutomatica) }}
        action="/settings/general"
        draw={{ logo_url: (control, value) => <ImageControl control={control} value={value} label={GENERAL_LABELS.logo_url} /> }}
        bar={{ cancelHref: SETTINGS_CRUMB.href, note: data.updatedAt === '' ? undefined : `Guardado el ${data.updatedAt}` }}
      />
    </>
  );
}

function fieldsOf({ limits, effective }: GeneralData): Record<GeneralField, Partial<FormField>> {
  const number = { inputMode: 'decimal', maxLength: 9, className: 'tabular max-w-48' } as const;
  return {
    nombreCooperativa: {
      section: 'Cooperativa',
      help: `Título de las páginas, correos y libros de Excel. Vacío: «${limits.cooperativeName}».`,
      input: { maxLength: 80, placeholder: limits.cooperativeName },
    },
    logo_url: {
      section: 'Cooperativa',
      help: 'Se muestra pequeño y cuadrado en el menú y al iniciar sesión. Vacío: el símbolo del portal.',
    },
    tamanoPagina: {
      section: 'Listas',
      help: 'Para quienes no han elegido otro tamaño en su menú personal.',
      options: SIZES,
      placeholder: `Como el servidor (${limits.pageSize})`,
      input: { className: 'max-w-64' },
    },
    publicacionAutomatica: {
      section: 'Publicación',
      help: 'Cada hora, y a las 00:05 al cambiar el día: la vigencia oculta lo que terminó, retiene lo que aún no empieza y lo publica en su primer día. Lo que una persona oculta, oculto queda. Cada cambio se anota en la auditoría.',
      options: AUTOMATIC,
      input: { className: 'max-w-64' },
    },
    horasSesion: {
      section: 'Límites',
      help: `Vale ahora: ${effective.sessionHours}. Entre 1 y ${limits.sessionHours}, el límite del servidor. Rige para las sesiones que se inicien desde ahora.`,
      input: { ...number, placeholder: String(limits.sessionHours) },
    },
    subidaMaximaMb: {
      section: 'Límites',
      help: `Vale ahora: ${effective.uploadMaxMb}. Entre 1 y ${limits.uploadMaxMb}, el límite del servidor. Cada tipo de documento puede pedir menos. Rige también para la API.`,
      input: { ...number, placeholder: String(limits.uploadMaxMb) },
    },
  };
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

type GeneralData = Awaited<ReturnType<typeof loadGeneral>>;

export async function loadGeneral({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { stored, version, updatedAt, limits, effective, mayChange } = await context.portal.settings.getGeneral({ actor });
  return { stored, version, limits, effective, mayChange, updatedAt: formatDateTime(updatedAt) };
}

/** Fields of the general settings, in the order of their form. */
const GENERAL_LABELS = {
  nombreCooperativa: 'Nombre de la cooperativa',
  logo_url: 'Logotipo',
  tamanoPagina: 'Filas por página',
  publicacionAutomatica: 'Publicar y ocultar según la vigencia',
  horasSesion: 'Duración de la sesión (horas)',
  subidaMaximaMb: 'Tamaño máximo de carga (MB)',
} as const;
type GeneralField = keyof typeof GENERAL_LABELS;
const GENERAL_FIELDS = Object.keys(GENERAL_LABELS) as GeneralField[];

export const actOnGeneral = /* @__PURE__ */ formAction(
  {
    of: 'la configuración',
    read: async ({ portal, actor, sent }) => {
      const { mayChange } = await portal.settings.getGeneral({ actor });
      const names = GENERAL_FIELDS.filter((name) => mayChange.includes(name));
      // An empty field means «as delivered», so that one which never came must not be taken for empty.
      if (!names.every((name) => sent.has(name) || name === 'publicacionAutomatica'))
        throw new AppError('invalid-input', 'incomplete form', {
          userMessage: 'El formulario llegó incompleto. Vuelva a abrir la configuración.',
        });
      return { edit: readEdit(sent, names) };
    },
    refused: ({ edit }, refusal: Refusal<Conflict<FormBase>>): EditFailure => ({ ...refusal, ...edit }),
  },
  async ({ portal, call, edit, done }) => {
    const merged = await portal.settings.updateGeneral({ ...call, ...edit, ifVersion: edit.version });
    const kept = tellMerged(merged, (name) => GENERAL_LABELS[name as GeneralField]);
    return done('/settings/general', `Se guardó la configuración. Ya está en vigor.${kept}`);
  },
);
