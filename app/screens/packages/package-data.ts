import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Staff } from '#server/domain/permissions.ts';
import type { PackageInput } from '#server/features/packages/draft-input.ts';
import type { PackageValues } from '#server/features/packages/package-values.ts';
import { requireStaff, type RequestContext } from '../../context.ts';
import { readRecordAddress } from '../forms/record-screen.ts';
import { backOf } from '../../record-links.ts';

export type PackageData = Awaited<ReturnType<typeof loadPackage>>;
export type PackageFormData = Awaited<ReturnType<typeof loadForm>>;

/** Data of `/new` (`?document=`: begun from that document's page), `/:id` and `/:id/edit`. */
export async function loadPackage({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'packages-sent');
  const { packages } = context.portal;
  const { id, screen } = readRecordAddress(params, 'packages');
  const url = new URL(request.url);
  const back = backOf(url);
  /** One per form: what is sent twice with it is done once. */
  const formToken = crypto.randomUUID();
  if (screen === 'new') {
    const values = await packages.startPackage({ actor, documentId: url.searchParams.get('document') ?? '' });
    return { screen, record: null, sent: null, form: await loadForm(context, actor, values), neighbours: null, back, formToken };
  }
  if (screen === 'edit') {
    const record = await packages.getDraft({ actor, id });
    return { screen, record, sent: null, form: await loadForm(context, actor, record.values), neighbours: null, back, formToken };
  }
  const [sent, neighbours] = await Promise.all([
    packages.getSentPackage({ actor, id }),
    packages.findSentNeighbours({ actor, id, params: new URLSearchParams(back) }),
  ]);
  return { screen, record: sent, sent, form: null, neighbours, back, formToken };
}

/** What the form of a package begins with, and what can be chosen in it. */
async function loadForm(context: Pick<RequestContext, 'portal'>, actor: Staff, values: PackageValues) {
  const { packages } = context.portal;
  const { detailOfPackage: lines, ...plain } = values;
  const input: PackageInput = { ...plain, lines };
  const [destinations, types, people] = await Promise.all([
    packages.findDestinations({ actor }),
    packages.findLineTypes({ actor }),
    packages.findRecipients({ actor, agencyId: input.agencyId, types: lines }),
  ]);
  return { input, destinations, types, people };
}
