import { Form, useActionData, useNavigation } from '@remix-run/react';
import { BULK_URL } from '#server/domain/bulk.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { optionsOfRecords } from '../forms/options-of-records.ts';
import { joinIds } from '../../record-links.ts';
import { ActNotice } from '../forms/ActNotice.tsx';
import { FreshForm } from '../forms/FreshForm.tsx';
import { FieldControl, type FieldErrorsByName, type FormField } from '../forms/FieldControl.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import type { BulkAct } from '../lists/ActFields.tsx';
import type { ActAnswer } from './act-on-documents.ts';
import { ASSIGNEES_URL, documentHref, LIST_URL, ZIP_URL } from './document-links.ts';
import type { DocumentData } from './record-data.ts';

type People = readonly { id: string; name: string; why: string }[];

interface AskingAct {
  intent: 'assign' | 'return' | 'archive';
  label: string;
  fields: readonly FormField[];
}

const assign = (label: string, people: People): AskingAct => ({
  intent: 'assign',
  label,
  fields: [
    { name: 'userId', label: 'Asignar a', required: true, placeholder: 'Elija a una persona', options: optionsOfRecords(people) },
    { name: 'comment', label: 'Comentario', help: 'Queda en la historia.' },
  ],
});

const RETURN: AskingAct = {
  intent: 'return',
  label: 'Devolver',
  fields: [{ name: 'reason', label: 'Motivo', required: true, kind: 'long-text', rows: 2 }],
};

const ARCHIVE: AskingAct = {
  intent: 'archive',
  label: 'Archivar',
  fields: [
    {
      name: 'ubicacion',
      label: 'Lugar del papel',
      required: true,
      help: 'Por ejemplo: Bodega 2, estante 4/B. Sin papel: Solo digital.',
    },
  ],
};

/** The acts available on the document in its state: each opens its fields. They are plain forms and work without scripts. */
export function DocumentActs({ data }: { data: DocumentData }) {
  const { can, userId } = data.document;
  const given = useActionData<ActAnswer | LostConnection>();
  const answer = given && 'intent' in given ? given : null;
  const acts = [
    ...(can.assign ? [assign(userId === '' ? 'Asignar' : 'Reasignar', data.people)] : []),
    ...(can.return ? [RETURN] : []),
    ...(can.archive ? [ARCHIVE] : []),
  ];
  return acts.map((act) => (
    <FreshForm key={act.intent} token={data.formToken} given={data.formToken}>
      {(formToken) => <OneAct act={act} data={{ ...data, formToken }} answer={answer?.intent === act.intent ? answer : null} />}
    </FreshForm>
  ));
}

/** Why nothing was done; field errors are shown at their fields. */
export function ActAnswered() {
  const given = useActionData<ActAnswer | LostConnection>();
  return given && ('lost' in given || Object.keys(given.errors).length === 0) ? <ActNotice answer={given} /> : null;
}

function OneAct({ act, data, answer }: { act: AskingAct; data: DocumentData; answer: ActAnswer | null }) {
  const { document, back, people, formToken } = data;
  const start: Readonly<Record<string, string>> = answer?.values ?? { ubicacion: document.ubicacion };
  return (
    <Menu label={act.label} open={answer !== null}>
      <Form method="post" noValidate action={documentHref(document.id, { back })} className="form-column drop-form">
        <input type="hidden" name="formToken" value={answer?.formToken || formToken} />
        {act.intent === 'assign' && people.every(({ why }) => why !== '') ? (
          <p className="text-muted">Nadie más abre esta pantalla y puede ver documentos de este tipo.</p>
        ) : null}
        <Asked fields={act.fields} values={start} errors={answer?.errors} />
        <div>
          <ActButton act={act} />
        </div>
      </Form>
    </Menu>
  );
}

/** The same acts for a selection, with their fields in the bar. */
export const BULK_ACTS: readonly BulkAct[] = [
  {
    intent: 'assign',
    label: 'Asignar',
    asks: assign('Asignar', []).fields.map((field) => (field.options ? { ...field, kind: 'reference' as const } : field)),
    optionsHref: (ids) =>
      ids.length === 0
        ? `${BULK_URL}/options?${new URLSearchParams({ list: LIST_URL, act: 'assign' })}`
        : `${ASSIGNEES_URL}?${new URLSearchParams({ ids: joinIds(ids) })}`,
    takesAll: true,
    nothing: 'Nadie más puede ver todos los documentos elegidos.',
  },
  { intent: 'archive', label: 'Archivar', asks: ARCHIVE.fields, takesAll: true },
  { intent: 'zip', label: 'Descargar en ZIP', icon: 'download', download: ZIP_URL },
];

interface AskedProps {
  fields: readonly FormField[];
  values: Readonly<Record<string, string>>;
  errors: FieldErrorsByName | undefined;
}

function Asked({ fields, values, errors }: AskedProps) {
  return fields.map((field) => <FieldControl key={field.name} field={field} value={values[field.name]} errors={errors} />);
}

function ActButton({ act: { intent, label } }: { act: AskingAct }) {
  const saving = useNavigation().state !== 'idle';
  return (
    <Button type="submit" look="primary" name="intent" value={intent} disabled={saving}>
      {saving ? 'Guardando…' : label}
    </Button>
  );
}
