import { answerTo, AppError } from '#server/domain/errors.ts';

/** Why a form before signing in was refused. */
export interface Refusal {
  message: string;
  /** Errors by field name; omitted when no field is at fault. */
  fields?: Readonly<Record<string, readonly string[]>>;
}

/** For errors that the same form can show: wrong input, wrong password, too many attempts, an outage. Others are rethrown. */
export function toRefusal(error: unknown): { refusal: Refusal; status: number; headers: Record<string, string> } {
  if (!(error instanceof AppError)) throw error;
  const refusal: Refusal = {
    message: error.userMessage,
    ...(error.code === 'invalid-input' && error.fields ? { fields: error.fields } : {}),
  };
  return { refusal, ...answerTo(error) };
}

/** A single value as text; a field sent several times stays a list, for the server to refuse. */
export function fieldValue(form: FormData, name: string): unknown {
  const values = form.getAll(name);
  return values.length === 1 ? values[0] : values.length === 0 ? '' : values;
}
