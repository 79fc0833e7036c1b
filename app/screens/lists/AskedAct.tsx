import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { ALL_CONTROL } from '#server/domain/bulk.ts';
import type { FieldOption } from '#server/domain/fields.ts';
import type { Noun } from '#server/domain/grammar.ts';
import { countOf } from '#server/domain/text.ts';
import { joinIds } from '../../record-links.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FieldControl, type FieldErrorsByName, type FormField } from '../forms/FieldControl.tsx';
import type { Refusal } from '../forms/form-action.ts';

/** Something to do with the selected rows beside deleting them. */
export interface BulkAct {
  intent: string;
  label: string;
  icon?: IconName;
  /** Where the selection is sent instead: to an address that answers with a file. */
  download?: string;
  /** What it asks first. */
  asks?: readonly FormField[];
  /** Address of what these records can be given, by field. */
  optionsHref?: (ids: readonly string[]) => string;
  /** What it says when there is nothing to choose. */
  nothing?: string;
  /** Also of all that the search found. */
  takesAll?: boolean;
}

/** By field. */
export type Options = Readonly<Record<string, readonly FieldOption[]>>;

/** Why an act on a selection came back: it asks for more, or was refused. With everything that was chosen and typed. */
export interface BulkAnswer extends Refusal<never> {
  /** The button that was pressed. */
  bulk: string;
  ids: readonly string[];
  all: boolean;
  values: Readonly<Record<string, string>>;
  options: Options;
  /** What is sent twice with it is done once. */
  formToken: string;
  /** The selection has just been made: nothing was typed that could be wrong. */
  isFirst: boolean;
}

/** The answer to an act on this page's selection; null for none. */
export function useBulkAnswer(): BulkAnswer | null {
  const answer = useActionData<Partial<BulkAnswer>>();
  return answer?.bulk === undefined ? null : (answer as BulkAnswer);
}

interface FallbackProps {
  acts: readonly BulkAct[];
  action: string;
  noun: Noun;
  total: number;
}

/** What the act of a page that came without scripts still asks, over the rows; with scripts the bar asks by itself. */
export function AskedWithoutScripts({ acts, action, noun, total }: FallbackProps) {
  const now = useBulkAnswer();
  const [answer] = useState(now);
  const act = acts.find(({ intent }) => intent === answer?.bulk);
  if (!answer || answer !== now) return null;
  const { ids, all, formToken, message, errors, isFirst } = answer;
  if (!act?.asks || Object.keys(errors).length === 0) return <Refused message={message} />;
  return (
    <Card title={`${act.label} ${countOf(all ? total : ids.length, noun.singular, noun.plural)}`} className="mb-4 max-w-160">
      <Form method="post" action={action} noValidate className="form-column">
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="ids" value={joinIds(ids)} />
        {all ? <input type="hidden" name={ALL_CONTROL} value="1" /> : null}
        <AskedFields act={act} options={answer.options} values={answer.values} errors={isFirst ? undefined : errors} />
        <div className="flex gap-2">
          <ActButton act={act} />
          <ButtonLink href={action}>Cancelar</ButtonLink>
        </div>
      </Form>
    </Card>
  );
}

export function Refused({ message, className = 'mb-4 max-w-160' }: { message: string; className?: string }) {
  return message === '' ? null : (
    <Notice kind="error" live className={className}>
      {message} No se cambió nada.
    </Notice>
  );
}

interface AskedFieldsProps {
  act: BulkAct;
  /** null as long as they are not there. */
  options: Options | null;
  values?: Readonly<Record<string, string>>;
  errors: FieldErrorsByName | undefined;
}

export function AskedFields({ act: { asks = [], nothing }, options, values = {}, errors }: AskedFieldsProps) {
  const isEmpty = options !== null && Object.values(options).some((some) => some.every(({ disabled }) => disabled));
  return (
    <>
      {isEmpty ? <p className="text-muted">{nothing ?? 'No hay nada que elegir.'}</p> : null}
      {asks.map((field) => (
        <FieldControl key={field.name} field={chosenFrom(field, options)} value={values[field.name]} errors={errors} />
      ))}
    </>
  );
}

/** One that options come for says so until they are there. */
function chosenFrom(field: FormField, options: Options | null): FormField {
  if (field.kind !== 'reference') return field;
  if (options === null) return { ...field, options: [], placeholder: 'Cargando…' };
  return { ...field, options: options[field.name] ?? [] };
}

export function ActButton({ act: { intent, label } }: { act: BulkAct }) {
  const saving = useNavigation().state !== 'idle';
  return (
    <Button type="submit" look="primary" name="intent" value={intent} disabled={saving}>
      {saving ? 'Guardando…' : label}
    </Button>
  );
}
