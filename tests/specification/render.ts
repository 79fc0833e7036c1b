import { SECTIONS, LINES, type SpecificationLine } from './lines.ts';
import type { Outcome } from './outcomes.ts';
import { trialsOf } from './trials.ts';

const RESULTS: Readonly<Record<Outcome, string>> = {
  holds: 'holds',
  fails: '**fails**',
  missing: '**no such test**',
  skipped: 'not tried: a service is missing',
  untried: 'not tried',
};

/** Renders docs/specification.md, with a run's result for each line that has a trial. */
export function renderSpecification(outcomes: ReadonlyMap<number, Outcome>): string {
  const resultOf = (line: SpecificationLine) => RESULTS[outcomes.get(line.n) ?? 'untried'];
  const count = (isOne: (line: SpecificationLine) => boolean) => LINES.filter(isOne).length;
  const sections = Object.entries(SECTIONS).map(([section, title]) => {
    const rows = LINES.filter((line) => line.section === section).map(
      (line) => `| ${line.n} | ${cell(line.says)} | ${cell(trialCell(line))} | ${cell(resultCell(line, resultOf(line)))} |`,
    );
    return `## ${title}\n\n| | line | trial | result |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# The specification, line by line

Each line of the portal's specification, paraphrased, with the test that fails if it does not hold, or the reason why
the portal differs. \`npm run specification\` runs these tests and writes this page with their results;
every other run fails if one of them is missing, renamed, skipped or failing (\`tests/specification\`).

${LINES.length} lines: ${count((line) => !('instead' in line) && outcomes.get(line.n) === 'holds')} hold, ${count((line) => 'instead' in line)} differ on purpose.

${sections.join('\n')}`;
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function trialCell(line: SpecificationLine): string {
  const trials = trialsOf(line).map((trial) => {
    const [file = '', title = ''] = trial.split(' :: ');
    return `\`${file}\`: ${title}`;
  });
  return trials.join('<br>');
}

function resultCell(line: SpecificationLine, result: string): string {
  if (!('instead' in line)) return result;
  const told = `otherwise: ${line.instead} ([${line.decision.slice(0, 3)}](decisions/${line.decision}.md))`;
  return trialsOf(line).length > 0 ? `${told}; this ${result}` : told;
}
