import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { countOf } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { joinIds } from '../../record-links.ts';
import { ARCHIVE_FIELDS, assignFields } from './act-fields.tsx';
import type { BulkAnswer } from './act-on-list.ts';
import { LIST_URL } from './document-links.ts';

/** What is still asked before the selected documents are assigned or archived, or why nothing was done. */
export function BulkPanel({ answer, search }: { answer: BulkAnswer; search: string }) {
  const { intent, ids, values, people, formToken, isFirst, errors, message } = answer;
  const saving = useNavigation().state !== 'idle';
  const form = useRef<HTMLFormElement>(null);
  const asks = (intent === 'assign' || intent === 'archive') && Object.keys(errors).length > 0;
  // It opens above the rows, out of sight of whoever chose some far below.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'center' });
    form.current?.querySelector<HTMLElement>('select, textarea, input:not([type=hidden])')?.focus({ preventScroll: true });
  }, []);
  if (!asks || ids.length === 0)
    return message === '' ? null : (
      <Notice kind="error" live className="mb-4 max-w-160">
        {message} No se cambió ninguno.
      </Notice>
    );
  const assigns = intent === 'assign';
  const verb = assigns ? 'Asignar' : 'Archivar';
  const fields = assigns ? assignFields(people) : ARCHIVE_FIELDS;
  const typed: Readonly<Record<string, string>> = values;
  return (
    <Card title={`${verb} ${countOf(ids.length, 'documento', 'documentos')}`} className="mb-4 max-w-160">
      <Form ref={form} method="post" action={LIST_URL + search} className="form-column">
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="ids" value={joinIds(ids)} />
        {assigns && people.length === 0 ? <p className="text-muted">Nadie más puede ver todos los documentos elegidos.</p> : null}
        {fields.map((field) => (
          <FieldControl key={field.name} field={field} value={typed[field.name]} errors={isFirst ? undefined : errors} />
        ))}
        <div className="flex gap-2">
          <Button type="submit" look="primary" name="intent" value={intent} disabled={saving}>
            {saving ? 'Guardando…' : verb}
          </Button>
          <ButtonLink href={LIST_URL + search}>Cancelar</ButtonLink>
        </div>
      </Form>
    </Card>
  );
}
