import type { UploadQueue } from '../files/upload-queue.ts';

/** Files dropped while the page had that query: its filters are most likely their destination. */
export interface DroppedFiles {
  files: readonly File[];
  search: string;
}

/**
 * State of this window's uploads, independent of any component: a failing page makes the shell render anew, and uploads must survive that.
 * Written only in browsers.
 */
export const uploadSession: { open: boolean; dropped: DroppedFiles[]; queue: UploadQueue | null } = {
  open: false,
  dropped: [],
  queue: null,
};
