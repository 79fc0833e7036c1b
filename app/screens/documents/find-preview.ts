import { fileExtension } from '#server/domain/files-vocabulary.ts';
import type { FilePreview } from '#server/features/digitalization/preview-file.ts';
import { sentenceOf } from '../../problem-sentence.ts';
import { PREVIEW_URL } from './document-links.ts';

export type Preview = FilePreview;

/** As the server takes them: bigger ones are not sent twice. */
const MAX_BYTES = 25 * 1024 * 1024;
const OWN = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif']);
const NOTHING = { pages: null, pictures: [] };
const TOO_BIG = 'Es demasiado grande para verlo antes de indexarlo.';
const NO_PREVIEW = 'No se pudo preparar la vista previa. Puede indexarlo igual.';

const found = new WeakMap<File, Promise<Preview>>();

/** Whether browsers draw it by themselves. */
export function isOwnPicture({ name }: File): boolean {
  return OWN.has(fileExtension(name));
}

/** The first pages of a file, asked for once; what fails says why, and is asked for again the next time. Never rejects. */
export function findPreview(file: File): Promise<Preview> {
  const known = found.get(file);
  if (known) return known;
  const asked = ask(file).catch((): Preview => {
    found.delete(file);
    return { ...NOTHING, reason: NO_PREVIEW };
  });
  found.set(file, asked);
  return asked;
}

async function ask(file: File): Promise<Preview> {
  if (file.size > MAX_BYTES) return { ...NOTHING, reason: TOO_BIG };
  const form = new FormData();
  form.append('file', file, file.name);
  const response = await fetch(PREVIEW_URL, { method: 'POST', body: form, headers: { Accept: 'application/json' } });
  const answer: unknown = await response.json();
  if (response.ok) return answer as Preview;
  if (response.status >= 500) throw new Error(`preview answered ${response.status}`);
  return { ...NOTHING, reason: sentenceOf(answer, NO_PREVIEW) };
}
