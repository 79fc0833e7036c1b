import { Router } from 'express';
import { addPartRoutes, type FileIntake, receiveFile, type ReceivingPortal } from '../../stored-files/upload-routes.ts';
import { addFileRoutes } from '../../stored-files/file-routes.ts';
import { isUploadField, uploadIsReady } from '../../stored-files/upload-file.ts';
import { addZipRoute } from '../../stored-files/send-zip.ts';
import { BRIEFCASE, PARTS_URL } from './briefcase-area.ts';
import type { Briefcase } from './index.ts';
import { FILES, fileUrl } from './file-list.ts';
import type { UploadedFile } from './upload-file.ts';
import type { Services } from '../../services.ts';

/** What the routes take from the portal. */
type BriefcaseRoutesPortal = ReceivingPortal & Services & { briefcase: Briefcase };

const UPLOADS_PER_PERSON = 600;
/** Name the file that gets another version, instead of a new file. */
const VERSION_FIELDS: ReadonlySet<string> = new Set(['id', 'version']);

const isNewField = isUploadField(BRIEFCASE);
const isNewReady = uploadIsReady(BRIEFCASE);

/** The streams of the Maletín: upload, pages, texts, print, download. Its pages are Remix routes. */
export function briefcaseRoutes(portal: BriefcaseRoutesPortal): Router {
  const { briefcase, liveSettings } = portal;
  const router = Router();
  const intake: FileIntake = {
    place: BRIEFCASE,
    limit: UPLOADS_PER_PERSON,
    isField: (name) => VERSION_FIELDS.has(name) || isNewField(name),
    ready: (fields) => ('id' in fields ? 'version' in fields : isNewReady(fields)),
    maxBytes: () => liveSettings.current().uploadMaxBytes,
    async store(call) {
      const file = await briefcase.uploadFile(call);
      const isNew = call.upload.fields['id'] === undefined;
      const [present] = isNew ? [] : await briefcase.findVersions({ actor: call.actor, id: file.id });
      return {
        json: { ...file, url: fileUrl(file.id) },
        page: { href: isNew ? FILES.url : fileUrl(file.id), text: describe(file, present?.number), forAll: !isNew },
      };
    },
  };
  router.post('/briefcase/upload', receiveFile(portal, intake));
  addPartRoutes(router, portal, { address: PARTS_URL, area: BRIEFCASE, intake });
  addFileRoutes(router, '/briefcase/files/:id', briefcase, { isFixed: false });
  addFileRoutes(router, '/briefcase/files/:id/versions/:version', briefcase);
  addZipRoute(router, FILES.url, { prefix: 'maletin', open: briefcase.zipFiles });
  return router;
}

/** @param version number of the new version; undefined for a new file */
function describe({ nombre, duplicateOf, warnings }: UploadedFile, version: number | undefined): string {
  const repeats = duplicateOf ? [`Ya existía el mismo contenido en «${duplicateOf.nombre}» (${duplicateOf.folderName}).`] : [];
  return [
    version === undefined ? `Se cargó «${nombre}».` : `Se guardó la versión ${version} de «${nombre}».`,
    ...repeats,
    ...warnings,
  ].join(' ');
}
