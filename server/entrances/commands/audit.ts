import { parseArgs } from 'node:util';
import { verifyBoth } from '../../features/audit/both-databases.ts';
import type { VerifiedAudit, VerifyOptions } from '../../features/audit/verify-audit.ts';
import type { DatabaseName } from '../../ports/documents/document-store.ts';
import { createCommand, DATABASE_USAGE, runCommand } from './run-command.ts';
import { withStores, type CommandStores } from './with-stores.ts';

const USAGE = `npm run audit -- verify [--seal <database>:<n>:<hash>]...

  verify    proves the seals and the entries of the audit of both databases, reads only; exit code 1 and one line for each
            entry or seal that was altered, is missing or was inserted, the first one first

${DATABASE_USAGE}

  --seal main:12:<hash>   a seal as the log told it («newest audit seal»): the chain must still hold it
`;

type Expected = Partial<Record<DatabaseName, VerifyOptions['expected']>>;

/** @returns null when one of the texts is not a seal */
function readSeals(texts: readonly string[]): Expected | null {
  const expected: Expected = {};
  for (const text of texts) {
    const [, database, n, hash] = /^(main|digitalization):(\d{1,12}):([\w-]{43})$/.exec(text) ?? [];
    if (!database || !n || !hash) return null;
    expected[database === 'main' ? 'main' : 'digitalization'] = { n: Number(n), hash };
  }
  return expected;
}

async function verify(stores: CommandStores, expected: Expected): Promise<number> {
  const results = await verifyBoth(stores, { expected });
  for (const result of results) printResult(result);
  const wrong = results.flatMap(({ problems }) => problems);
  console.log(wrong.length === 0 ? 'The audit is whole.' : `The audit is NOT whole: ${wrong.length} problems.`);
  return wrong.length === 0 ? 0 : 1;
}

function printResult({ database, seals, entries, unsealed, sealedUntil, last, restored, problems }: VerifiedAudit): void {
  const until = sealedUntil ? `, up to ${sealedUntil.toISOString()}` : '';
  console.log(`${database}: ${seals} seals, ${entries} sealed entries${until}; ${unsealed} entries after them`);
  if (last) console.log(`  newest seal ${database}:${last.n}:${last.hash}`);
  if (restored)
    console.log(`  ${restored.entries} entries restored on ${restored.at.toISOString()} from the backup of ${restored.of.toISOString()}`);
  for (const { kind, path, reason } of problems) console.log(`  ${kind} ${path}: ${reason}`);
}

const audit = createCommand(USAGE, async (args, environment) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { seal: { type: 'string', multiple: true } },
  });
  const expected = readSeals(values.seal ?? []);
  if (positionals.length !== 1 || positionals[0] !== 'verify' || expected === null) {
    console.error(USAGE);
    return 2;
  }
  return withStores('audit', environment, (stores) => verify(stores, expected));
});

await runCommand(audit);
