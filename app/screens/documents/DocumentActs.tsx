import { Form, useActionData, useNavigation } from '@remix-run/react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { ARCHIVE_FIELDS, assignFields, RETURN_FIELDS } from './act-fields.tsx';
import type { ActAnswer } from './act-on-document.ts';
import { documentHref } from './document-links.ts';
import type { DocumentData } from './record-data.ts';

interface ActForm {
  intent: 'assign' | 'return' | 'archive';
  label: string;
  fields: readonly FormField[];
}

/** What the person may do with the document as it is: each act opens what it asks. Without script they are forms all the same. */
export function DocumentActs({ data }: { data: DocumentData }) {
  const { document, people } = data;
  const given = useActionData<ActAnswer | LostConnection>();
  const answer = given && 'intent' in given ? given : null;
  const acts = actsOf(document, people);
  // What is wrong with a field is said at it.
  const told = given && ('lost' in given || Object.keys(given.errors).length === 0) ? given : null;
  if (acts.length === 0 && !told) return null;
  return (
    <Card title="Acciones" className="no-print">
      <ActNotice answer={told} className="mb-3" />
      <div className="flex flex-wrap gap-2">
        {acts.map((act) => (
          <OneAct key={`${act.intent} ${data.formToken}`} act={act} data={data} answer={answer?.intent === act.intent ? answer : null} />
        ))}
      </div>
    </Card>
  );
}

function actsOf({ can, userId }: DocumentData['document'], people: DocumentData['people']): ActForm[] {
  return [
    ...(can.assign ? [{ intent: 'assign', label: userId === '' ? 'Asignar' : 'Reasignar', fields: assignFields(people) } as const] : []),
    ...(can.return ? [{ intent: 'return', label: 'Devolver', fields: RETURN_FIELDS } as const] : []),
    ...(can.archive ? [{ intent: 'archive', label: 'Archivar', fields: ARCHIVE_FIELDS } as const] : []),
  ];
}

function OneAct({ act: { intent, label, fields }, data, answer }: { act: ActForm; data: DocumentData; answer: ActAnswer | null }) {
  const saving = useNavigation().state !== 'idle';
  const { document, back, people, formToken } = data;
  const start: Readonly<Record<string, string>> = answer?.values ?? { ubicacion: document.ubicacion };
  return (
    <details className="open:basis-full" open={answer !== null}>
      <summary className="btn btn-plain">{label}</summary>
      <Form method="post" action={documentHref(document.id, { back })} className="form-column mt-3 mb-2">
        <input type="hidden" name="formToken" value={answer?.formToken || formToken} />
        {intent === 'assign' && people.length === 0 ? <p className="text-muted">Nadie más puede ver documentos de este tipo.</p> : null}
        {fields.map((field) => (
          <FieldControl key={field.name} field={field} value={start[field.name]} errors={answer?.errors} />
        ))}
        <div>
          <Button type="submit" look="primary" name="intent" value={intent} disabled={saving}>
            {saving ? 'Guardando…' : label}
          </Button>
        </div>
      </Form>
    </details>
  );
}
