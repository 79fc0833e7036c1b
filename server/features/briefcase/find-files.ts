import { readListPage, type Listed, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import type { BriefcaseServices } from './access.ts';
import { FILES, type FileListRow } from './file-list.ts';
import { readUploadChoices, type UploadChoices } from './find-choices.ts';

export type ListedFile = Listed<FileListRow>;
export type FilePage = ListPage<FileListRow>;

/** What the Maletín's list shows: a page, and where files can be put, from one snapshot. Errors: `forbidden`. */
export function openFileList(
  services: Pick<BriefcaseServices, 'sql' | 'liveSettings'>,
  call: ListCall,
): Promise<FilePage & { upload: UploadChoices }> {
  return readForList(services, FILES, call, async (read) => {
    const upload = await readUploadChoices(read, call.actor, services.liveSettings.current().uploadMaxBytes);
    return { ...(await readListPage(read, FILES, call)), upload };
  });
}
