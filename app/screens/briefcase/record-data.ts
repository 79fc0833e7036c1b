import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { FileConflict } from '#server/features/briefcase/update-file.ts';
import { answerTo, AppError, conflictOf } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { requestCode } from '#server/domain/request-code.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { backOf, listHref } from '../lists/record-links.ts';
import { LIST_URL, fileHref } from './file-links.ts';
import { undoOf } from './list-data.ts';

export type FileRecordData = Awaited<ReturnType<typeof loadFile>>;

/** Why the form came back, with everything that was typed. */
export interface FileSaveFailure {
  message: string;
  errors: Readonly<Record<string, readonly string[]>>;
  values: Readonly<Record<string, string>>;
  version: string;
  conflict: FileConflict | null;
}

const FIELDS = ['nombre', 'carpetaId', 'tipoDocumentoId'] as const;

/** Data of /briefcase/files/:id (view) and /briefcase/files/:id/edit. */
export async function loadFile({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'briefcase-files');
  const { briefcase } = context.portal;
  const screen = readScreen(params);
  const call = { actor, id: params['id'] ?? '' };
  const file = await briefcase.getFile(call);
  if (screen === 'edit' && !file.isActive) throw redirect(fileHref(file.id));
  const [events, choices] = await Promise.all([
    screen === 'view' ? briefcase.findFileEvents(call) : [],
    screen === 'edit' ? briefcase.findUploadChoices(call) : null,
  ]);
  return { screen, file, events, choices, back: backOf(new URL(request.url)) };
}

function readScreen(params: LoaderFunctionArgs['params']): 'view' | 'edit' {
  if (params['mode'] === undefined) return 'view';
  if (params['mode'] === 'edit') return 'edit';
  throw new AppError('not-found', 'no such screen of a file', { userMessage: 'La dirección que abrió no existe en el portal.' });
}

/** Saves the form of /edit, or deletes or restores the file. */
export async function actOnFile({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'briefcase-files');
  const { briefcase } = context.portal;
  const form = await request.formData();
  const text = (name: string) => formText(form, name);
  const call = { actor, id: params['id'] ?? '', requestId: context.requestId };
  const back = backOf(new URL(request.url));
  if (readScreen(params) === 'view') {
    const intent = text('intent');
    if (intent !== 'restore' && intent !== 'deactivate') {
      throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir el archivo.' });
    }
    const restores = intent === 'restore';
    const { nombre } = restores ? await briefcase.restoreFile(call) : await briefcase.deactivateFile(call);
    const list = listHref(LIST_URL, back);
    return restores
      ? redirectWithNotice(context, fileHref(call.id, { back }), { kind: 'success', text: `Se restauró «${nombre}».` })
      : redirectWithNotice(context, list, { kind: 'success', text: `Se eliminó «${nombre}».`, undo: undoOf([call.id]) });
  }
  const values = Object.fromEntries(FIELDS.map((name) => [name, text(name)]));
  try {
    await briefcase.updateFile({ ...call, ifVersion: text('version'), values });
    return redirectWithNotice(context, fileHref(call.id, { back }), { kind: 'success', text: 'Se guardó el archivo.' });
  } catch (error) {
    return giveBack(error, { values, version: text('version') }, context);
  }
}

function giveBack(
  error: unknown,
  typed: { values: Record<string, string>; version: string },
  { log, requestId }: ActionFunctionArgs['context'],
) {
  const known = error instanceof AppError ? error : null;
  if (known && (known.code === 'forbidden' || known.code === 'not-found' || known.code === 'unauthenticated')) throw known;
  if (!known || known.status >= 500) log.error({ err: error }, 'file could not be saved');
  const conflict = conflictOf<FileConflict>(error);
  const failure: FileSaveFailure = {
    message:
      known && known.status < 500
        ? known.userMessage
        : `No pudimos guardar. Su texto sigue aquí: intente de nuevo. Código ${requestCode(requestId)}.`,
    errors: known?.code === 'unsupported-type' ? { tipoDocumentoId: [known.userMessage] } : (known?.fields ?? {}),
    values: typed.values,
    // After a conflict the person has seen both versions: saving again is meant for the one stored now.
    version: conflict?.stored.version ?? typed.version,
    conflict,
  };
  return data(failure, answerTo(known));
}
