import { AppError } from '../domain/errors.ts';

/** The AppError that the work throws. @throws when it throws nothing or anything else */
export async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error('no AppError was thrown', { cause: error });
}
