import { useCallback, useEffect, useMemo, useState } from 'react';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { createFileChecks } from '../files/check-file.ts';
import { sendUpload } from '../files/send-upload.ts';
import { UploadQueue } from '../files/upload-queue.ts';
import type { UploadFields } from '../files/upload-target.ts';
import { useUploadQueue } from '../files/use-upload-queue.ts';
import { Workbench } from '../files/Workbench.tsx';
import { briefcaseColumns, briefcaseTarget } from './briefcase-desk.ts';
import { uploadSession } from './upload-session.ts';

interface BriefcaseWorkbenchProps {
  choices: UploadChoices;
  /** Changes when `uploadSession.dropped` has new files. */
  drops: number;
  /** Query string of the current page. */
  search: string;
  onClose: () => void;
}

/** The upload desk of the Maletín: every file gets its folder and document type before anything is sent. */
export function BriefcaseWorkbench({ choices, drops, search, onClose }: BriefcaseWorkbenchProps) {
  const [queue] = useState(openQueue);
  const uploads = useUploadQueue(queue, '/briefcase');
  const [common, setCommon] = useState<UploadFields>({ folderId: folderOf(choices, uploadSession.dropped[0]?.search ?? search) });
  const columns = useMemo(() => briefcaseColumns(choices), [choices]);
  const add = useCallback(
    (files: readonly File[], query: string) => {
      const folderId = common['folderId'] || folderOf(choices, query);
      const filteredBy = new URLSearchParams(query).get('tipoDocumentoId') ?? '';
      queue.add(files, briefcaseTarget(choices, filteredBy), { ...common, folderId });
    },
    [choices, common, queue],
  );
  useEffect(() => {
    for (const { files, search: query } of uploadSession.dropped.splice(0)) add(files, query);
  }, [drops, add]);
  const choose = (name: string, value: string) => {
    setCommon({ ...common, [name]: value });
    if (value !== '') queue.amend(null, { fields: { [name]: value } });
  };
  const close = () => {
    queue.putAway();
    onClose();
  };
  return (
    <Workbench
      uploads={uploads}
      queue={queue}
      columns={columns}
      common={common}
      onCommon={choose}
      onFiles={(files) => add(files, search)}
      onClose={close}
    />
  );
}

/** The queue of this window. */
function openQueue(): UploadQueue {
  uploadSession.queue ??= new UploadQueue({ send: sendUpload, checks: createFileChecks() });
  return uploadSession.queue;
}

/** The folder by which that query filters the list, or the only folder there is; else ''. */
function folderOf({ folders }: UploadChoices, query: string): string {
  const shown = new URLSearchParams(query).get('carpetaId');
  if (folders.some(({ id }) => id === shown)) return shown ?? '';
  return folders.length === 1 ? (folders[0]?.id ?? '') : '';
}
