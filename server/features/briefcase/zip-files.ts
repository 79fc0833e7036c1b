import { requireMenu } from '../../domain/permissions.ts';
import { requireSelection } from '../../records/some-records.ts';
import type { Call, Services } from '../../services.ts';
import { openZip, type OpenedZip } from '../../stored-files/open-zip.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import { FILE_KIND, fileMissing } from './file-kind.ts';

/** Packs 1 to 100 files into one, from folders that the person opens. Errors: those of openZip, `invalid-input` for none or more. */
export async function zipFiles(services: Services, call: Call & { ids: readonly string[]; signal?: AbortSignal }): Promise<OpenedZip> {
  requireMenu(call.actor, 'briefcase-files', 'export');
  const ids = requireSelection(FILE_KIND, call.ids);
  return openZip(services, BRIEFCASE, { ...call, ids, mayNot: ({ id }) => fileMissing(id) });
}
