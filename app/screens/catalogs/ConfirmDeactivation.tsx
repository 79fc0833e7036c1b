import { Form, useActionData } from '@remix-run/react';
import type { Question } from '#server/domain/question.ts';
import { ConfirmChange } from '../forms/ConfirmChange.tsx';
import { joinIds } from '../../record-links.ts';

/** A deactivation that awaits confirmation: of which records, and what it affects. */
export interface PendingDeactivation {
  question: Question;
  ids: readonly string[];
}

/** The confirmation that the last deactivation on this page asked for, in a form that resends it; otherwise nothing. */
export function ConfirmDeactivation({ action, cancelHref }: { action: string; cancelHref: string }) {
  const answer = useActionData<Partial<PendingDeactivation>>();
  if (!answer?.question || !answer.ids) return null;
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="ids" value={joinIds(answer.ids)} />
      <input type="hidden" name="intent" value="deactivate" />
      <ConfirmChange question={answer.question} confirmLabel="Eliminar" look="danger" cancelHref={cancelHref} />
    </Form>
  );
}
