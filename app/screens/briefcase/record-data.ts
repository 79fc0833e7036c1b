import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import { AppError } from '#server/domain/errors.ts';
import { may } from '#server/domain/permissions.ts';
import { countOf } from '#server/domain/text.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import { requireStaff } from '../../context.ts';
import { showErrorsOn } from '../catalogs/list-data.ts';
import { readEdit, type EditFailure } from '../forms/edit.ts';
import { formAction, type Act, type Refusal, type Verb } from '../forms/form-action.ts';
import { actionOfScreen, isGivenBack, readRecordAddress, requireForm } from '../forms/record-screen.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { toUnavailableContent } from '../files/unavailable-content.ts';
import { readVersion } from '../files/version-links.ts';
import { labelOf } from '../forms/labels.ts';
import { backOf, listHref } from '../../record-links.ts';
import { LIST_URL, fileHref } from './file-links.ts';
import { sentenceOf } from './folder-data.ts';
import { undoOf } from './BriefcaseList.tsx';

export type FileRecordData = Awaited<ReturnType<typeof loadFile>>;

/** Data of /briefcase/files/:id (view) and /briefcase/files/:id/edit. */
export async function loadFile({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'briefcase-files');
  const { briefcase } = context.portal;
  const { id, screen } = readRecordAddress(params, 'files', ['view', 'edit']);
  requireForm(actor, 'briefcase-files', screen);
  const call = { actor, id };
  const file = await briefcase.getFile(call);
  if (screen === 'edit' && !file.isActive && !isGivenBack(request)) throw redirect(fileHref(file.id));
  const url = new URL(request.url);
  const back = backOf(url);
  const versions = screen === 'view' && file.isActive ? await briefcase.findVersions(call) : [];
  const shown = readVersion(
    request,
    versions.filter(({ number }) => number < file.versionNumber),
  );
  const viewed = screen === 'view' && file.isActive ? { ...call, ...(shown && { version: String(shown.number) }) } : null;
  const [story, reading, choices, content, allowed, neighbours] = await Promise.all([
    screen === 'view' ? briefcase.findStory({ ...call, ...readStoryQuery(url) }) : null,
    screen === 'view' && file.isActive ? briefcase.getReading(call) : null,
    screen === 'edit' ? briefcase.findUploadChoices(call) : null,
    viewed ? briefcase.describeContent(viewed).catch(toUnavailableContent) : null,
    viewed ? briefcase.findAllowedActions(viewed) : NOTHING_ALLOWED,
    screen === 'view' ? briefcase.findFileNeighbours({ ...call, params: new URLSearchParams(back) }) : null,
  ]);
  const { fileFields: fields, labels } = briefcase;
  /** One per form, as idempotency key: the same file sent twice with it is stored once. */
  const formToken = crypto.randomUUID();
  const mayReplace = file.isActive && actor.agencyId !== '' && may(actor, 'briefcase-files', 'change');
  return {
    screen,
    file,
    fields,
    labels,
    versions,
    shown,
    mayReplace,
    formToken,
    story,
    reading,
    choices,
    content,
    allowed,
    neighbours,
    back,
  };
}

const NOTHING_ALLOWED = { print: false, download: false } as const;

const FILE = { menu: 'briefcase-files', of: 'el archivo' } as const;

type FileAct = Act & { file: Act['call'] & { id: string } };

/** Refusals about a reading are shown on the file's page. */
const ofReading = (verb: Verb<FileAct>) => (act: FileAct) => showErrorsOn(fileHref(act.file.id, { back: act.back }), sentenceOf, verb)(act);

/** On `/:id` `intent` deactivate or restore, or confirm or remind of its reading; on `/:id/edit` the form. */
export const actOnFile = actionOfScreen('files', {
  view: formAction(
    { ...FILE, acts: { confirm: 'view' }, read: ({ call, params }) => ({ file: { ...call, id: params['id'] ?? '' } }) },
    {
      deactivate: async ({ portal, file, back, done }) => {
        const { nombre } = await portal.briefcase.deactivateFile(file);
        return done(listHref(LIST_URL, back), `Se eliminó «${nombre}».`, undoOf([file.id]));
      },
      restore: async ({ portal, file, back, done }) => {
        const { nombre } = await portal.briefcase.restoreFile(file);
        return done(fileHref(file.id, { back }), `Se restauró «${nombre}».`);
      },
      confirm: ofReading(async ({ portal, file, back, done }) => {
        await portal.briefcase.confirmReading(file);
        return done(fileHref(file.id, { back }), 'Quedó constancia de que usted lo leyó.');
      }),
      remind: ofReading(async ({ portal, file, back, done, text }) => {
        const reminded = await portal.briefcase.remindReaders({ ...file, formToken: text('formToken') });
        return done(fileHref(file.id, { back }), `Se le recordó a ${countOf(reminded, 'persona', 'personas')}.`);
      }),
    },
  ),
  edit: formAction(
    {
      ...FILE,
      read: ({ sent, params, portal }) => {
        const names = portal.briefcase.fileFields.map(({ name }) => name);
        return { id: params['id'] ?? '', edit: readEdit(sent, names) };
      },
      refused: ({ edit }, refusal: Refusal<Conflict<FormBase>>, error): EditFailure => {
        const wrongType = error instanceof AppError && error.code === 'unsupported-type';
        return { ...refusal, errors: wrongType ? { tipoDocumentoId: [error.userMessage] } : refusal.errors, ...edit };
      },
    },
    async ({ portal, call, id, edit, back, done }) => {
      const merged = await portal.briefcase.updateFile({ ...call, ...edit, id, ifVersion: edit.version });
      const kept = describeMerged(merged, (name) => (name === 'archivo' ? 'Versión' : labelOf(portal.briefcase.fileFields, name)));
      return done(fileHref(id, { back }), `Se guardó el archivo.${kept}`);
    },
  ),
});
