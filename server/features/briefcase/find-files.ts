import { readListPage, type ListPage } from '../../lists/list-page.ts';
import type { Listed } from '../../read-model/read-model.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import { FILES, type FileListRow } from './file-list.ts';
import { readUploadChoices, readUploadPlaces, type UploadChoices } from './find-choices.ts';
import type { Services } from '../../services.ts';

export type ListedFile = Listed<FileListRow>;

interface FileList extends ListPage<FileListRow> {
  /** Whether files can be put anywhere. */
  places: { folders: boolean; documentTypes: boolean };
  /** The options for an upload; null unless `withUpload` asks for them. */
  upload: UploadChoices | null;
}

/** What the Maletín's list shows, from one snapshot. Errors: `forbidden`. */
export function openFileList(
  services: Pick<Services, 'sql' | 'liveSettings'>,
  call: ListCall & { withUpload: boolean },
): Promise<FileList> {
  const limit = services.liveSettings.current().uploadMaxBytes;
  return readForList(services, FILES, call, async (read) => {
    const upload = call.withUpload ? await readUploadChoices(read, call.actor, limit) : null;
    const places = await readUploadPlaces(read, call.actor);
    return { ...(await readListPage(read, FILES, call)), places, upload };
  });
}
