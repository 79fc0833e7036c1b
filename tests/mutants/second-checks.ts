const LOCKED = 'what is decided is read in the same transaction, which locks it';
const CHECKED_AGAIN = 'the transaction asks again, of what is stored by then';
const STEP_ASKS = 'the step itself asks for the menu and its act, in the transaction (requireStep)';

/**
 * Guards with another guard behind them, by id: without one of the two still nobody gets further, so no test can notice its removal. Each
 * entry names the other guard.
 */
export const SECOND_CHECKS: Readonly<Record<string, string>> = {
  'server/records/act.ts writeChange: ifVersion: version': LOCKED,
  'server/records/save-change.ts writeRecord: ifVersion: stored.version': LOCKED,
  'server/records/set-active.ts activate: ifVersion: version': LOCKED,
  'access token: the token alone counts': 'who is admitted takes the place of who the cookie names, and who is refused is answered at once',
  'sweep: the version that was compared': 'what is deleted is read again from its document, and its row written, by the same mending',
  'upload: no prototype': 'only names that a place knows are kept, and no place knows one that every object has',
  "server/features/catalogs/upload-image.ts uploadImage: requireImages(actor, 'change');":
    'the way of every upload has asked before it read the body (upload-routes.ts)',
  "server/features/packages/drafts.ts readChange: requireStep(actor, 'save', stored);": CHECKED_AGAIN,
  "server/features/packages/receipt.ts checkPackage: requirePackages(actor, 'receiver', 'change');": STEP_ASKS,
  "server/features/packages/resolve-package.ts acceptPackage: requirePackages(actor, 'receiver', 'change');": STEP_ASKS,
  "server/features/quotes/care-for-quote.ts careForQuote: requireMenu(call.actor, 'quotes', 'change');":
    'what it calls asks for the menu, and the kernel for the act',
  'server/features/exports/export-routes.ts answerExport: await requireFreshForMembers(portal, call.actor, { url, rows: await exported.cou':
    'what leaves is asked about again, one file after another: this spares the making of one that would be refused (audit-export.ts)',
  'server/features/snapshots/save-schedule.ts updateSchedule: requireOwn(actor, stored);': CHECKED_AGAIN,
  'server/features/views/save-view.ts updateView: requireOwn(actor, stored);': CHECKED_AGAIN,
  'server/ports/files/receive-upload.ts receiveUpload: if (declared > options.maxBytes + OVERHEAD_BYTES) throw tooLarge(options.maxByte':
    'what comes is counted as it comes: this spares who says beforehand that it is too much the sending',
  'server/ports/files/content-inspection.ts detect: throw notInspected(new Error(`detection refused: ${found.reason}`));':
    'to detect refuses nothing: it only says so to the compiler',
  'server/stored-files/part-uploads.ts receivePart: if (!Number.isInteger(part) || part < 0 || part >= countParts(upload)) throw ref':
    'a part that is none has no length that what comes could have',
  "server/stored-files/part-uploads.ts receivePart: if (call.declaredBytes !== length) throw refusal('La parte no tiene el tamaño ac":
    'what comes is measured as it comes',
  'server/stored-files/replace-file.ts replaceFile: requireVersion(area, call, stored);': CHECKED_AGAIN,
  "server/stored-files/published-pictures.ts cannotBeRead: throw new AppError('backend-failed', `picture ${key} cannot be shown`, { userMes":
    'whatever else fails is told without its words by the one handler of errors',
  'server/features/briefcase/grant-act.ts grant: requireFolder(actor, carpetaId, id);':
    'nobody gives a folder that they do not open (domain/granting.ts)',
  "server/stored-files/upload-routes.ts receive: intake.place.requireMenu(actor, 'change');":
    'asked before the body is read; what stores the file asks again',
  "app/screens/settings/constants-data.ts read: if (title === undefined) throw new AppError('not-found', 'no such constants', { ":
    'no other list is stored, nor shown again with what was typed: the verbs ask (settings/constants.ts)',
  'cursor: length': 'an address holds 8,192 characters (request-shape.ts)',
  'upload: fields': 'as many parts are refused with the same sentence (parts: 62)',
  'upload: headers of a part': 'busboy leaves out what is too much, and a request holds at most 128 KB beside its file',
  'upload: whole': 'Node says `aborted` as an error of the request, which interrupts the upload as well',
  'forwarded host is not believed': 'the portal builds no address from a host that a request names, and Host itself has been compared',
};
