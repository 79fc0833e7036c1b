import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Refusal } from './form-action.ts';

interface FormFailureProps {
  failure: Pick<Refusal<unknown>, 'message' | 'errors'> | null;
  /** Labels by field name, where the messages do not name their field. */
  labels?: Readonly<Record<string, string>>;
  /** Names of the form's fields, in case some errors belong to none: those are shown without a link. */
  fields?: readonly string[];
}

/** Why a form was rejected: its errors in the order of the fields, or one sentence. */
export function FormFailure({ failure, labels, fields }: FormFailureProps) {
  if (!failure?.message) return null;
  const linked = (name: string) => (!fields || fields.includes(name.split('.', 1)[0] ?? '') ? name : '');
  const order = fields ?? Object.keys(labels ?? {});
  const placeOf = (name: string) =>
    [name, name.split('.', 1)[0] ?? ''].map((one) => order.indexOf(one)).find((place) => place >= 0) ?? order.length;
  const errors = Object.entries(failure.errors)
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, texts]) => [linked(name), texts] as const);
  if (errors.length > 0) return <ErrorSummary errors={Object.fromEntries(errors)} {...(labels && { labels })} />;
  return (
    <Notice kind="error" live className="mb-4 max-w-160">
      {failure.message}
    </Notice>
  );
}
