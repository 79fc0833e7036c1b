import { checkAddresses } from '../features/images/check-addresses.ts';
import { rewriteAddresses } from '../features/images/rewrite-addresses.ts';
import type { Portal } from '../portal.ts';
import { OPERATOR } from '../records/write-audit.ts';
import { DATABASE_USAGE, runCommand, withPortal } from './with-portal.ts';

const USAGE = `npm run pictures -- check | rewrite

  check     asks every stored address of a picture as the mobile app does; exit code 1 and one line per address that shows none
  rewrite   gives the pictures of all documents their public address (PUBLIC_MEDIA_URL), with an audit entry each

${DATABASE_USAGE}
`;

async function check(portal: Portal): Promise<number> {
  const { asked, broken } = await checkAddresses(portal);
  for (const { address, reason, places } of broken) console.log(`${address} ${reason}: ${places.join(', ')}`);
  console.log(`${asked} addresses of pictures asked, ${broken.length} show none.`);
  return broken.length === 0 ? 0 : 1;
}

async function rewrite(portal: Portal): Promise<number> {
  const { documents, changed, unpublished } = await rewriteAddresses(portal, { actor: OPERATOR });
  for (const line of unpublished) console.log(`not published: ${line}`);
  console.log(`${documents} documents read, ${changed} changed, ${unpublished.length} addresses of pictures that nobody published.`);
  return unpublished.length === 0 ? 0 : 1;
}

const COMMANDS = { check, rewrite } as const;

await runCommand(USAGE, async () => {
  const [command, ...more] = process.argv.slice(2);
  if (command === undefined || more.length > 0 || !Object.hasOwn(COMMANDS, command)) {
    console.error(USAGE);
    return 2;
  }
  return withPortal('pictures', COMMANDS[command as keyof typeof COMMANDS]);
});
