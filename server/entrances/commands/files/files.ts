import { formatFileSize } from '../../../domain/file-size.ts';
import { countOf, joinWithOr } from '../../../domain/text.ts';
import type { Portal } from '../../../portal.ts';
import { REGISTRIES } from '../../../registries.ts';
import { adoptFiles } from '../../../stored-files/adopt-files.ts';
import { checkFiles } from '../../../stored-files/check-files.ts';
import type { FileArea } from '../../../stored-files/file-area.ts';
import { createCommand, DATABASE_USAGE, UsageError } from '../run-command.ts';
import { withPortal } from '../with-portal.ts';

const COLLECTIONS = REGISTRIES.fileAreas.map(({ collection }) => collection);

const USAGE = `npm run files -- check | adopt [--collection X]

  check    cuenta los archivos que los documentos nombran, por colección y por dónde están, y dice cuáles no se leen o no son lo que su
           documento dice (tamaño, huella) y por qué; no escribe nada. Pregunta una vez por cada archivo, y lee entero el que tiene huella
           en su documento. Código 1: alguno no se lee. Las imágenes de la app las revisa npm run pictures -- check
  adopt    copia archivos de los buckets de FILE_BUCKETS al almacén del portal, con su huella y una entrada en la auditoría; la dirección
           de antes queda en el documento («adopted»). Se puede interrumpir (Ctrl+C) y sigue donde quedó. Código 1: alguno se quedó

${DATABASE_USAGE}

  --collection X   solo esta colección: ${COLLECTIONS.join(', ')}`;

/** Number of files between two progress lines. */
const PROGRESS_EVERY = 100;

async function check(portal: Portal, areas: readonly FileArea[]): Promise<number> {
  const { places, without, requests, whole } = await checkFiles(portal, areas);
  let wrong = 0;
  for (const { collection, place, files, unread } of places) {
    const lost = [...unread.values()].reduce((sum, one) => sum + one.files, 0);
    wrong += lost;
    console.log(`${collection} en ${place}: ${countOf(files, 'archivo', 'archivos')}, ${countOf(lost, 'no se lee', 'no se leen')}`);
    for (const [reason, { files: count, ids }] of unread)
      console.log(`  ${countOf(count, 'archivo', 'archivos')}: ${reason} (${ids.join(', ')})`);
  }
  for (const { collection, ids, unread, empty } of without) {
    wrong += unread;
    if (unread > 0)
      console.log(`${collection} sin dirección que se entienda: ${countOf(unread, 'archivo', 'archivos')} (${ids.join(', ')})`);
    if (empty > 0) console.log(`${collection} sin archivo: ${countOf(empty, 'documento', 'documentos')}`);
  }
  const read = whole === 0 ? '' : `, ${countOf(whole, 'leído entero por su huella', 'leídos enteros por su huella')}`;
  console.log(`${countOf(requests, 'pregunta', 'preguntas')}${read}; ${countOf(wrong, 'archivo no se lee', 'archivos no se leen')}.`);
  return wrong === 0 ? 0 : 1;
}

const brought = (count: number) => countOf(count, 'archivo traído', 'archivos traídos');

async function adopt(portal: Portal, areas: readonly FileArea[]): Promise<number> {
  const broken = new AbortController();
  const breakOff = () => broken.abort();
  process.once('SIGINT', breakOff).once('SIGTERM', breakOff);
  try {
    const { adopted, bytes, left, isWhole } = await adoptFiles(portal, areas, {
      signal: broken.signal,
      tell: (so) => so.adopted % PROGRESS_EVERY === 0 && so.adopted > 0 && console.log(brought(so.adopted)),
    });
    for (const { path, url, reason } of left) console.log(`${path}: ${reason} (${url})`);
    const stays = countOf(left.length, 'se queda donde está', 'se quedan donde están');
    const cut = isWhole ? '' : ' Interrumpido: el mismo comando sigue donde quedó.';
    console.log(`${brought(adopted)} (${formatFileSize(bytes)}), ${stays}.${cut}`);
    return isWhole && left.length === 0 ? 0 : 1;
  } finally {
    process.off('SIGINT', breakOff).off('SIGTERM', breakOff);
  }
}

/** `npm run files`. */
export const files = createCommand(
  { usage: USAGE, actions: ['check', 'adopt'], options: { collection: { type: 'string' } } },
  async ({ action, values, environment }) => {
    const chosen = values.collection;
    const areas = REGISTRIES.fileAreas.filter(({ collection }) => chosen === undefined || collection === chosen);
    if (areas.length === 0) throw new UsageError(`No existe la colección «${chosen}»: diga ${joinWithOr(COLLECTIONS)}.`);
    return withPortal('files', environment, (portal) => (action === 'check' ? check : adopt)(portal, areas));
  },
);
