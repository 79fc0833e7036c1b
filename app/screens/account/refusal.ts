import { answerTo, AppError } from '#server/domain/errors.ts';

/** Why a form before signing in was refused, as the person reads it. */
export interface Refusal {
  message: string;
  /** By field name; left out when it is no field's fault. */
  fields?: Readonly<Record<string, readonly string[]>>;
}

/** For what the same form can answer: wrong input, wrong password, too many tries, an outage. Anything else is thrown on. */
export function toRefusal(error: unknown): { refusal: Refusal; status: number; headers: Record<string, string> } {
  if (!(error instanceof AppError)) throw error;
  const refusal: Refusal = {
    message: error.userMessage,
    ...(error.code === 'invalid-input' && error.fields ? { fields: error.fields } : {}),
  };
  return { refusal, ...answerTo(error) };
}

/** One text as text; a field sent twice as the list that it is, for the server to refuse. */
export function fieldValue(form: FormData, name: string): unknown {
  const values = form.getAll(name);
  return values.length === 1 ? values[0] : values.length === 0 ? '' : values;
}
