const GRAVE = new Set(['high', 'critical']);

interface Advisory {
  name: string;
  title: string;
  url: string;
  severity: string;
  range: string;
}
interface Answer {
  message?: string;
  /** By package; a string in `via` is the name of another package that has the flaw. */
  vulnerabilities?: Record<string, { via: readonly (Advisory | string)[] }>;
}

/**
 * The result of `npm audit --json`, line by line, and whether it has a high or critical flaw that is not in `met`. No result is reported
 * but does not fail: changes must be able to pass while the registry does not answer.
 */
export function judgeFlaws(answer: string, met: ReadonlySet<string>): { lines: string[]; isGrave: boolean } {
  const { vulnerabilities, message = 'nothing that can be read' } = answerIn(answer);
  if (!vulnerabilities)
    return {
      lines: [`The registry gave no answer (${message}): of packages of production only docs/strangers-bytes.md says anything.`],
      isGrave: false,
    };
  const found = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'));
  const grave = found.filter(({ severity, url }) => GRAVE.has(severity) && !met.has(url.split('/').at(-1) ?? ''));
  return {
    lines: [
      ...grave.map(({ name, range, severity, title, url }) => `${name} ${range}, ${severity}: ${title} (${url})`),
      `${found.length} known flaws in packages of production, ${grave.length} of them grave and not met here.`,
    ],
    isGrave: grave.length > 0,
  };
}

function answerIn(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}
