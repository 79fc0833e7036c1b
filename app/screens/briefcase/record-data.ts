import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { readEdit, type EditFailure } from '../forms/edit.ts';
import { giveBack } from '../forms/give-back.ts';
import { tellMerged } from '../forms/tell-merged.ts';
import { unknownIntent } from '../forms/unknown-intent.ts';
import { tellInstead } from '../files/tell-instead.ts';
import { FILE_LABELS, type FileField } from './file-fields.ts';
import { backOf, listHref } from '../lists/record-links.ts';
import { LIST_URL, fileHref } from './file-links.ts';
import { undoOf } from './BriefcaseList.tsx';

export type FileRecordData = Awaited<ReturnType<typeof loadFile>>;

/** Data of /briefcase/files/:id (view) and /briefcase/files/:id/edit. */
export async function loadFile({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'briefcase-files');
  const { briefcase } = context.portal;
  const screen = readScreen(params);
  const call = { actor, id: params['id'] ?? '' };
  const file = await briefcase.getFile(call);
  if (screen === 'edit' && !file.isActive) throw redirect(fileHref(file.id));
  const back = backOf(new URL(request.url));
  const [events, choices, content, allowed, neighbours] = await Promise.all([
    screen === 'view' ? briefcase.findFileEvents(call) : [],
    screen === 'edit' ? briefcase.findUploadChoices(call) : null,
    screen === 'view' && file.isActive ? briefcase.describeContent(call).catch(tellInstead) : null,
    screen === 'view' && file.isActive ? briefcase.findAllowedActions(call) : NOTHING_ALLOWED,
    screen === 'view' ? briefcase.findFileNeighbours({ ...call, params: new URLSearchParams(back) }) : null,
  ]);
  return { screen, file, events, choices, content, allowed, neighbours, back };
}

const NOTHING_ALLOWED = { print: false, download: false } as const;

function readScreen(params: LoaderFunctionArgs['params']): 'view' | 'edit' {
  if (params['mode'] === undefined) return 'view';
  if (params['mode'] === 'edit') return 'edit';
  throw new AppError('not-found', 'no such screen of a file', { userMessage: 'La dirección que abrió no existe en el portal.' });
}

/** Saves the form of /edit, or deletes or restores the file. */
export async function actOnFile({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'briefcase-files');
  const { briefcase } = context.portal;
  const form = await request.formData();
  const call = { actor, id: params['id'] ?? '', requestId: context.requestId };
  const back = backOf(new URL(request.url));
  if (readScreen(params) === 'view') {
    const intent = formText(form, 'intent');
    if (intent !== 'restore' && intent !== 'deactivate') {
      throw unknownIntent('el archivo');
    }
    const restores = intent === 'restore';
    const { nombre } = restores ? await briefcase.restoreFile(call) : await briefcase.deactivateFile(call);
    const list = listHref(LIST_URL, back);
    return restores
      ? redirectDone(context, fileHref(call.id, { back }), `Se restauró «${nombre}».`)
      : redirectDone(context, list, `Se eliminó «${nombre}».`, undoOf([call.id]));
  }
  const edit = readEdit(form, Object.keys(FILE_LABELS) as FileField[]);
  try {
    const merged = await briefcase.updateFile({ ...call, ...edit, ifVersion: edit.version });
    const text = `Se guardó el archivo.${tellMerged(merged, (name) => FILE_LABELS[name as FileField])}`;
    return redirectDone(context, fileHref(call.id, { back }), text);
  } catch (error) {
    const { refusal, answer } = giveBack<Conflict<FormBase>>(error, context);
    const wrongType = error instanceof AppError && error.code === 'unsupported-type';
    const errors = wrongType ? { tipoDocumentoId: [error.userMessage] } : refusal.errors;
    return data<EditFailure>({ ...refusal, errors, ...edit }, answer);
  }
}
