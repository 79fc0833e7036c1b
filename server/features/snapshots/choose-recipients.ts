import { canOpen, may, type Staff } from '../../domain/permissions.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { rightsOf } from '../../staff/rights.ts';
import type { RunSource } from './run-source.ts';
import type { NotSent } from './run-document.ts';
import { isAdministrator } from '../../domain/roles.ts';
import { digestOf } from './snapshot-files.ts';
import type { Services } from '../../services.ts';

interface Choosing {
  asked: RunSource;
  owner: Staff;
  recipients: readonly string[];
  /** Digest of the data that was made with the owner's rights. */
  dataSha256: string;
  signal: AbortSignal;
}

const OTHER_ROWS = 'Vería filas que no puede abrir: el reporte se preparó con los permisos de quien lo programó.';

/**
 * Who gets the report now, and who does not, with the reason. People whose rights differ from the owner's get it if it gives both the same
 * rows: it is run once for each set of rights, and for each person where its rows also depend on who asks.
 */
export async function chooseRecipients(
  services: Services,
  { asked, owner, recipients, dataSha256, signal }: Choosing,
): Promise<{ sendTo: string[]; notSentTo: NotSent[]; readers: Record<string, string> }> {
  const digestFor = async (actor: Staff) => digestOf(await asked.open(actor, 'csv'), signal);
  const keyOf = async (actor: Staff) => JSON.stringify([rightsOf(actor), await asked.access(actor)]);
  const readers: Record<string, string> = { [owner.id]: rightsOf(owner) };
  const sameRowsByKey = new Map([[await keyOf(owner), true]]);
  const sendTo: string[] = [];
  const notSentTo: NotSent[] = [];
  for (const userId of recipients) {
    const person = await loadStaff(services, { uid: userId, sessionId: '' });
    if (person && may(person, asked.menu, 'export')) {
      const key = await keyOf(person);
      // The data may have changed since the file was made: then both present digests are compared.
      if (!sameRowsByKey.has(key))
        sameRowsByKey.set(
          key,
          await hasSameRows(
            dataSha256,
            () => digestFor(person),
            () => digestFor(owner),
          ),
        );
      if (sameRowsByKey.get(key)) readers[userId] = rightsOf(person);
    }
    const reason = sendRefusal(services, asked, { person, rights: readers[userId] ?? '' });
    if (reason === '') sendTo.push(userId);
    else notSentTo.push({ userId, reason });
  }
  return { sendTo, notSentTo, readers };
}

async function hasSameRows(runDigest: string, theirs: () => Promise<string>, owners: () => Promise<string>): Promise<boolean> {
  const personDigest = await theirs();
  return personDigest === runDigest || personDigest === (await owners());
}

/** Why somebody may not be sent a report, in Spanish; '' when they may. `rights`: those for which it was made, '' for none. */
export function sendRefusal(
  services: Services,
  { menu }: Pick<RunSource, 'menu'>,
  { person, rights }: { person: Staff | null; rights: string },
): string {
  if (!person) return 'Está desactivada o ya no existe.';
  if (!canOpen(person, menu)) return 'No tiene permiso para abrir este reporte.';
  if (!may(person, menu, 'export')) return 'Su rol no permite exportar este reporte.';
  if (rights !== rightsOf(person) && !isAdministrator(person)) return OTHER_ROWS;
  if (!services.mail.canSend) return 'El portal no tiene un servidor de correo configurado.';
  return person.email === '' ? 'No tiene correo registrado.' : '';
}
