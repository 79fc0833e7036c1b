import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import type { Staff } from '#server/domain/permissions.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import type { PackageValues } from '#server/features/packages/package.ts';
import { requireStaff } from '../../context.ts';
import { isGivenBack, readRecordAddress, requireForm } from '../forms/record-screen.ts';
import { backOf } from '../../record-links.ts';

type PackageData = Awaited<ReturnType<typeof loadPackage>>;
export type PackageFormData = Extract<PackageData, { screen: 'edit' | 'new' }>;
export type SentData = Extract<PackageData, { screen: 'view' }>;
export type ReceivedData = Awaited<ReturnType<typeof loadReceivedPackage>>;

/** Data of `/new` (`?document=`: started from that document's page), `/:id` and `/:id/edit`. */
export async function loadPackage({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'packages-sent');
  const { packages } = context.portal;
  const { id, screen } = readRecordAddress(params, 'packages');
  requireForm(actor, 'packages-sent', screen);
  const url = new URL(request.url);
  const back = backOf(url);
  const formToken = newToken();
  if (screen === 'view') {
    const [record, story, neighbours, notes] = await Promise.all([
      packages.getSentPackage({ actor, id }),
      packages.findPackageStory({ actor, id, side: 'sender', ...readStoryQuery(url) }),
      packages.findSentNeighbours({ actor, id, params: new URLSearchParams(back) }),
      context.portal.notes.findNotes({ actor, record: `PACKAGES/${id}` }),
    ]);
    return { screen, record, story, labels: packages.labels, neighbours, notes, back, formToken };
  }
  const draft = screen === 'edit' ? await packages.getDraft({ actor, id, isGivenBack: isGivenBack(request) }) : null;
  const values = draft?.values ?? (await packages.startPackage({ actor, documentId: url.searchParams.get('document') ?? '' }));
  return { screen, draft, back, formToken, values, ...(await findChoices(context, actor, values)) };
}

/** The choices in a package's form. */
async function findChoices({ portal: { packages } }: Pick<AppLoadContext, 'portal'>, actor: Staff, values: PackageValues) {
  const [destinations, types, people] = await Promise.all([
    packages.findDestinations({ actor, chosen: values.agencyId }),
    packages.findLineTypes({ actor }),
    packages.findRecipients({ actor, agencyId: values.agencyId, types: values.detailOfPackage }),
  ]);
  return { fields: packages.draftForm.fields, destinations, types, people };
}

export async function loadReceivedPackage({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'packages-received');
  const { packages } = context.portal;
  const url = new URL(request.url);
  const back = backOf(url);
  const call = { actor, id: params['id'] ?? '' };
  const [received, story, neighbours, notes] = await Promise.all([
    packages.getReceivedPackage(call),
    packages.findPackageStory({ ...call, side: 'receiver', ...readStoryQuery(url) }),
    packages.findReceivedNeighbours({ ...call, params: new URLSearchParams(back) }),
    context.portal.notes.findNotes({ actor, record: `PACKAGES/${call.id}` }),
  ]);
  return { received, story, labels: packages.labels, neighbours, notes, back, formToken: newToken() };
}

/** One per form, as idempotency key: what is sent twice with it is done once. */
function newToken(): string {
  return crypto.randomUUID();
}
