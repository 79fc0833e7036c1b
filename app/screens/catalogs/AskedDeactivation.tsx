import { Form, useActionData } from '@remix-run/react';
import type { Question } from '#server/domain/question.ts';
import { AskFirst } from '../forms/AskFirst.tsx';
import { joinIds } from '../../record-links.ts';

/** A deactivation that waits for the person's word: of which records, and what it touches. */
export interface AskedActivation {
  question: Question;
  ids: readonly string[];
}

/** The question that the last deactivation of this page was answered with, in the form that sends it again; nothing else otherwise. */
export function AskedDeactivation({ action, cancelHref }: { action: string; cancelHref: string }) {
  const answer = useActionData<Partial<AskedActivation>>();
  if (!answer?.question || !answer.ids) return null;
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="ids" value={joinIds(answer.ids)} />
      <input type="hidden" name="intent" value="deactivate" />
      <AskFirst question={answer.question} confirmLabel="Eliminar" look="danger" cancelHref={cancelHref} />
    </Form>
  );
}
