import { AppError } from '../domain/errors.ts';

/**
 * More than any screen sends: the widest is the list of constants, with two fields for each of 200 rows, and the folders
 * of a person, 500 boxes. Reading a field costs far more than the bytes of an empty one.
 */
const MAX_FIELDS = 2_000;

/**
 * The form of a page: names and values in the body's order, at most MAX_FIELDS of them, of a body whose size body-limit.ts
 * has bounded. Pages take no files, so multipart is refused unread: uploads are streaming routes of their own.
 * @throws AppError `invalid-input`, `too-large`
 */
export async function readForm(request: Request): Promise<FormData> {
  const contentType = request.headers.get('content-type') ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') throw unreadable('no form');
  const text = await textOf(request);
  if (countFields(text) > MAX_FIELDS) {
    throw new AppError('too-large', `form with more than ${MAX_FIELDS} fields`, {
      userMessage: `El formulario trae demasiados datos (máximo ${MAX_FIELDS} campos). No se guardó nada.`,
    });
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

/** Also when the sender leaves in the middle of it. */
async function textOf(request: Request): Promise<string> {
  try {
    return await request.text();
  } catch (error) {
    throw unreadable('body broken off', error);
  }
}

function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('invalid-input', `unreadable form: ${reason}`, {
    userMessage: 'El formulario llegó incompleto o mal formado. Inténtelo de nuevo.',
    cause,
  });
}

/** How many fields a parser would find at most; stops counting where there are too many. */
function countFields(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0 && count <= MAX_FIELDS; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}
