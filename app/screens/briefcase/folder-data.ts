import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { AppError } from '#server/domain/errors.ts';
import { readPageNumber } from '#server/domain/page-sizes.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { showErrorsOn } from '../catalogs/list-data.ts';
import { actOnCatalogRecord, loadCatalogRecord } from '../catalogs/record-data.ts';
import type { Act } from '../forms/form-action.ts';
import { recordHref } from '../../record-links.ts';
import { FOLDERS_URL } from './file-links.ts';

const CATALOG = 'maletin_carpetas';
const FILES_SHOWN = '10';

export type FolderData = Awaited<ReturnType<typeof loadFolder>>;

/**
 * Data of `/folders/list-folders/:id` (the folder; for those who may open it also its people, newest files and their readers), `/:id/edit`
 * and `/new`.
 */
export async function loadFolder(args: LoaderFunctionArgs) {
  const folder = await loadCatalogRecord(args, CATALOG);
  if (folder.screen !== 'view') return { ...folder, access: null, files: null, readings: [], opensPeople: false, opensReadings: false };
  const actor = requireStaff(args.context);
  const id = args.params['id'] ?? '';
  const { briefcase } = args.context.portal;
  const { searchParams } = new URL(args.request.url);
  const access = await briefcase.findFolderAccess({ actor, id, page: readPageNumber(searchParams) });
  const params = new URLSearchParams({ carpetaId: id, pageSize: FILES_SHOWN });
  const opensFiles = access && canOpen(actor, 'briefcase-files');
  const files = opensFiles ? await briefcase.findFiles({ actor, params }) : null;
  return {
    ...folder,
    // The page shows the files themselves.
    linked: [],
    access,
    files: files && { total: files.total, rows: files.rows.map(({ id: file, nombre, createdAt }) => ({ id: file, nombre, createdAt })) },
    readings: opensFiles ? await briefcase.findFolderReadings({ actor, id }) : [],
    opensPeople: canOpen(actor, 'users'),
    opensReadings: canOpen(actor, 'briefcase-reports'),
  };
}

/** The forms of every catalog, and for the folder `intent` give (`to`) or take (`take:<to>`). */
export function actOnFolder(args: ActionFunctionArgs) {
  const asked = ({ call, params }: Act, to: string) => ({ ...call, id: params['id'] ?? '', to });
  const page = ({ params, back }: Act) => recordHref(FOLDERS_URL, params['id'] ?? '', { back });
  const withErrorsShown = (verb: (act: Act) => Promise<object>) => (act: Act) => showErrorsOn(page(act), sentenceOf, verb)(act);
  return actOnCatalogRecord(args, CATALOG, undefined, {
    give: withErrorsShown(async (act) => {
      await act.portal.briefcase.grantFolder(asked(act, act.text('to')));
      return act.done(page(act), 'Se dio acceso a la carpeta.');
    }),
    take: withErrorsShown(async (act) => {
      const revoked = asked(act, act.text('intent').slice('take:'.length));
      await act.portal.briefcase.revokeFolder(revoked);
      return act.done(page(act), 'Se quitó el acceso a la carpeta.', { restores: 'access', of: 'folder', id: revoked.id, to: revoked.to });
    }),
  });
}

/** Errors that the person can fix on the same page. */
export function sentenceOf({ code, userMessage }: AppError): string | null {
  return code === 'invalid-input' || code === 'conflict' ? userMessage : null;
}
