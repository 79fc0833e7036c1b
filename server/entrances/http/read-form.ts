import { AppError } from '../../domain/errors.ts';

/**
 * More than any screen sends: the widest form is a permission set, with five boxes for each of 400 document types; a person has up to 500
 * folders. Reading a field costs far more than the bytes of an empty one.
 */
const MAX_FIELDS = 2_100;

const PLUS = 0x2b;
const BLANK = 0x20;
const AMPERSAND = 0x26;

/**
 * The form of a page: names and values in the body's order, at most MAX_FIELDS; body-limit.ts has limited the body's size. Pages accept no
 * files, so multipart is refused unread: uploads have their own streaming routes.
 * @throws AppError `invalid-input`, `too-large`
 */
export async function readForm(request: Request): Promise<FormData> {
  const contentType = request.headers.get('content-type') ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') throw unreadable('no form');
  const bytes = await bytesOf(request);
  if (readSeparators(bytes) > MAX_FIELDS) {
    throw new AppError('too-large', `form with more than ${MAX_FIELDS} fields`, {
      userMessage: `El formulario trae demasiados datos (máximo ${MAX_FIELDS} campos). No se guardó nada.`,
    });
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) form.append(name, value);
  return form;
}

/** Also handles a sender that disconnects half-way. */
async function bytesOf(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (error) {
    throw unreadable('body broken off', error);
  }
}

/**
 * Counts the fields, and replaces each `+` with the space it stands for: URLSearchParams would replace a million of them one by one in a
 * string, which takes a quarter of a second.
 */
function readSeparators(bytes: Uint8Array): number {
  let fields = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === PLUS) bytes[at] = BLANK;
    else if (bytes[at] === AMPERSAND) fields += 1;
  }
  return fields;
}

function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('invalid-input', `unreadable form: ${reason}`, {
    userMessage: 'El formulario llegó incompleto o mal formado. Inténtelo de nuevo.',
    cause,
  });
}
