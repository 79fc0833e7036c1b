import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Refusal } from './give-back.ts';

interface FormFailureProps {
  failure: Pick<Refusal<unknown>, 'message' | 'errors'> | null;
  /** Labels by field name, where the sentences do not name their field. */
  labels?: Readonly<Record<string, string>>;
}

/** Why a form came back: what is wrong at which field, or one sentence. */
export function FormFailure({ failure, labels }: FormFailureProps) {
  if (!failure?.message) return null;
  if (Object.keys(failure.errors).length > 0) return <ErrorSummary errors={failure.errors} {...(labels && { labels })} />;
  return (
    <Notice kind="error" live className="mb-4 max-w-160">
      {failure.message}
    </Notice>
  );
}
