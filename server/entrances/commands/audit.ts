import { countOf } from '../../domain/text.ts';
import { verifyBoth } from '../../features/audit/both-databases.ts';
import type { AuditProblem } from '../../features/audit/seal.ts';
import type { VerifiedAudit, VerifyOptions } from '../../features/audit/verify-audit.ts';
import type { DatabaseName } from '../../ports/documents/document-store.ts';
import { createCommand, DATABASE_USAGE, UsageError } from './run-command.ts';
import { withStores } from './with-stores.ts';

const USAGE = `npm run audit -- verify [--seal BASE:N:HASH]…

  verify    comprueba los sellos y las entradas de la auditoría de las dos bases, sin escribir nada; una línea por cada entrada o sello
            alterado, que falta o que se insertó, el primero primero, y código 1

${DATABASE_USAGE}

  --seal main:12:HASH   un sello como lo dijo el registro («newest audit seal»): la cadena todavía debe tenerlo; se puede repetir`;

type Expected = Partial<Record<DatabaseName, VerifyOptions['expected']>>;

/** @throws UsageError when one of the texts is not a seal */
function readSeals(texts: readonly string[]): Expected {
  const expected: Expected = {};
  for (const text of texts) {
    const [, database, n, hash] = /^(main|digitalization):(\d{1,12}):([\w-]{43})$/.exec(text) ?? [];
    if (!database || !n || !hash) throw new UsageError(`--seal no es un sello: «${text}».`);
    expected[database === 'main' ? 'main' : 'digitalization'] = { n: Number(n), hash };
  }
  return expected;
}

const KINDS: Readonly<Record<AuditProblem['kind'], string>> = {
  altered: 'entrada alterada',
  missing: 'falta la entrada',
  inserted: 'entrada insertada',
  seal: 'sello',
};

/** Prints whether the audit is whole. @returns whether it is */
export function printVerdict(results: readonly VerifiedAudit[]): boolean {
  const problems = results.flatMap((result) => result.problems);
  for (const { kind, path, reason } of problems) console.log(`  ${KINDS[kind]} ${path}: ${reason}`);
  const isWhole = problems.length === 0;
  console.log(
    isWhole ? 'La auditoría está íntegra.' : `La auditoría NO está íntegra: ${countOf(problems.length, 'problema', 'problemas')}.`,
  );
  return isWhole;
}

function printResult({ database, seals, entries, unsealed, sealedUntil, last, restored }: VerifiedAudit): void {
  const until = sealedUntil ? ` hasta ${sealedUntil.toISOString()}` : '';
  const sealed = countOf(entries, 'entrada sellada', 'entradas selladas');
  console.log(`${database}: ${countOf(seals, 'sello', 'sellos')}, ${sealed}${until}; ${countOf(unsealed, 'entrada', 'entradas')} después`);
  if (last) console.log(`  último sello ${database}:${last.n}:${last.hash}`);
  if (!restored) return;
  const count = countOf(restored.entries, 'entrada restaurada', 'entradas restauradas');
  console.log(`  ${count} el ${restored.at.toISOString()}, del respaldo de ${restored.of.toISOString()}`);
}

/** `npm run audit`. */
export const audit = createCommand(
  { usage: USAGE, actions: ['verify'], options: { seal: { type: 'string', multiple: true } } },
  async ({ values, environment }) => {
    const expected = readSeals(values.seal ?? []);
    return withStores('audit', environment, async (stores) => {
      const results = await verifyBoth(stores, { expected });
      results.forEach(printResult);
      return printVerdict(results) ? 0 : 1;
    });
  },
);
