import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { ALL_CONTROL, CONFIRM_CONTROL, IMMEDIATE_BULK_MAX } from '#server/domain/bulk.ts';
import type { FieldOption } from '#server/domain/fields.ts';
import { uncapitalize, type Noun } from '#server/domain/grammar.ts';
import { countOf } from '#server/domain/text.ts';
import { joinIds } from '../../record-links.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Checkbox } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FieldControl, type FieldErrorsByName, type FormField } from '../forms/FieldControl.tsx';
import type { Refusal } from '../forms/form-action.ts';

/** An act on the selected rows other than deleting them. */
export interface BulkAct {
  intent: string;
  label: string;
  /** Preposition between the label and the number of records. */
  of?: 'a' | 'de';
  icon?: IconName;
  /** Address that the selection is sent to instead; it answers with a file. */
  download?: string;
  /** Fields to fill in first. */
  asks?: readonly FormField[];
  /** Address of the options that these records can be given, by field. */
  optionsHref?: (ids: readonly string[]) => string;
  /** Shown when there is nothing to choose from. */
  nothing?: string;
  /** Also works on everything the search found. */
  takesAll?: boolean;
}

/** Options by field name. */
export type Options = Readonly<Record<string, readonly FieldOption[]>>;

/** Why an act on a selection came back: it needs more input, or was refused. Holds everything that was chosen and typed. */
export interface BulkAnswer extends Refusal<never> {
  /** The `intent` of the button that was pressed. */
  bulk: string;
  ids: readonly string[];
  all: boolean;
  values: Readonly<Record<string, string>>;
  options: Options;
  /** Idempotency key: sent twice with it, the act is done once. */
  formToken: string;
  /** First answer to a new selection: nothing has been typed yet that could be wrong. */
  isFirst: boolean;
}

/** `Cambiar rol de 2 usuarios` */
export function headingOf({ label, of }: BulkAct, noun: Noun, count: number): string {
  return [label, of, countOf(count, noun.singular, noun.plural)].filter(Boolean).join(' ');
}

/** The answer to an act on this page's selection, or null. */
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

/** Without scripts, shows the fields an act still asks for above the rows; with scripts the bar shows them. */
export function ActFieldsWithoutScripts({ acts, action, noun, total }: FallbackProps) {
  const now = useBulkAnswer();
  const [answer] = useState(now);
  const act = acts.find(({ intent }) => intent === answer?.bulk);
  if (!answer || answer !== now) return null;
  const { ids, all, formToken, message, errors, isFirst } = answer;
  if (!act?.asks || Object.keys(errors).length === 0) return <Refused message={message} />;
  const count = all ? total : ids.length;
  const heading = headingOf(act, noun, count);
  return (
    <Card title={heading} className="mb-4 max-w-160">
      <Form method="post" action={action} noValidate className="form-column">
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="ids" value={joinIds(ids)} />
        {all ? <input type="hidden" name={ALL_CONTROL} value="1" /> : null}
        <ActFields
          act={act}
          options={answer.options}
          values={answer.values}
          errors={isFirst ? undefined : errors}
          heading={heading}
          count={count}
        />
        <div className="flex gap-2">
          <ActButton intent={act.intent} label={all ? heading : act.label} />
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

interface ActFieldsProps {
  act: BulkAct;
  /** null until loaded. */
  options: Options | null;
  values?: Readonly<Record<string, string>>;
  errors: FieldErrorsByName | undefined;
  /** What the act does, and to how many records: many are confirmed. */
  heading: string;
  count: number;
}

export function ActFields({ act: { asks = [], nothing }, options, values = {}, errors, heading, count }: ActFieldsProps) {
  const isEmpty = options !== null && Object.values(options).some((some) => some.every(({ disabled }) => disabled));
  return (
    <>
      {isEmpty ? <p className="text-muted">{nothing ?? 'No hay nada que elegir.'}</p> : null}
      {asks.map((field) => (
        <FieldControl key={field.name} field={chosenFrom(field, options)} value={values[field.name]} errors={errors} />
      ))}
      {count > IMMEDIATE_BULK_MAX ? (
        <>
          {/* Tells an unticked box from the first answer, which did not have it yet. */}
          <input type="hidden" name={CONFIRM_CONTROL} value="" />
          <Checkbox
            name={CONFIRM_CONTROL}
            label={`Sí, ${uncapitalize(heading)}`}
            defaultChecked={Boolean(values[CONFIRM_CONTROL])}
            errors={errors?.[CONFIRM_CONTROL]}
          />
        </>
      ) : null}
    </>
  );
}

/** A select whose options are not loaded yet says so. */
function chosenFrom(field: FormField, options: Options | null): FormField {
  if (field.kind !== 'reference') return field;
  if (options === null) return { ...field, options: [], placeholder: 'Cargando…' };
  return { ...field, options: options[field.name] ?? [] };
}

export function ActButton({ intent, label }: Pick<BulkAct, 'intent' | 'label'>) {
  const saving = useNavigation().state !== 'idle';
  return (
    <Button type="submit" look="primary" name="intent" value={intent} disabled={saving}>
      {saving ? 'Guardando…' : label}
    </Button>
  );
}
