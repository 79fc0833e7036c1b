import type { UploadQueue } from '../files/upload-queue.ts';

/** Files that were dropped while the page had that query: what its list was filtered by is most likely where they go. */
export interface DroppedFiles {
  files: readonly File[];
  search: string;
}

/**
 * What the uploads of this window are, beyond the life of any component: a page that fails draws the shell anew, and nothing
 * that is being sent may end with it. Only browsers write it.
 */
export const uploadSession: { open: boolean; dropped: DroppedFiles[]; queue: UploadQueue | null } = {
  open: false,
  dropped: [],
  queue: null,
};
