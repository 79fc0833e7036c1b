import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { SpecificationLine } from './lines.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A test, by its file relative to the root and its titles from the outermost `describe` inward. */
export interface FoundTest {
  file: string;
  titles: readonly string[];
  /** Excluded by `skip` or `todo` of the test or of a suite around it; not by a service that this machine lacks. */
  isSkipped: boolean;
}

export const trialsOf = (line: SpecificationLine): readonly string[] => ('trials' in line ? (line.trials ?? []) : []);

export function fileOf(trial: string): string {
  return trial.split(' :: ')[0] ?? '';
}

/**
 * Whether a trial (`file :: title`, or `file :: describe > title`) refers to a test. Titles of `each` may be given as in the source or as a
 * row fills them in.
 */
export function means(trial: string, { file, titles }: Pick<FoundTest, 'file' | 'titles'>): boolean {
  const [named = '', words = ''] = trial.split(' :: ');
  const wanted = words.split(' > ');
  return named === file && wanted.length <= titles.length && wanted.every((title, at) => isTitle(title, titles.at(at - wanted.length)));
}

const isTitle = (one: string, other = '') => one === other || patternOf(one).test(other) || patternOf(other).test(one);

/** `%s`, `$name` and `${name}` in a title match any text. */
function patternOf(title: string): RegExp {
  const places = title.split(/%(?:\.\d+)?[sdifjoO#]|\$\{[^}]*\}|\$[\w.]+/);
  if (places.every((text) => text.trim() === '')) return /(?!)/; // A title without text of its own matches only itself.
  return new RegExp(`^${places.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`);
}

/** The tests in a file, including those of contracts that it imports; parsed, not run. */
export function readTests(file: string): FoundTest[] {
  if (!existsSync(path.join(ROOT, file))) return [];
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
  const found: FoundTest[] = [];
  const visit = (node: ts.Node, around: readonly string[], isSkipped: boolean) => {
    const call = ts.isCallExpression(node) ? titledCall(node, source) : null;
    const titles = call ? [...around, call.title] : around;
    const skipped = isSkipped || (call?.isSkipped ?? false);
    if (call?.isTest) found.push({ file, titles, isSkipped: skipped });
    else ts.forEachChild(node, (child) => visit(child, titles, skipped));
  };
  visit(source, [], false);
  const contracts = source.statements.flatMap((statement) => {
    const from = ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : '';
    if (!from.endsWith('.contract.ts')) return [];
    return [from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(file), from)];
  });
  return [...found, ...contracts.flatMap((contract) => readTests(contract).map((test) => ({ ...test, file })))];
}

function titledCall(node: ts.CallExpression, source: ts.SourceFile): { title: string; isTest: boolean; isSkipped: boolean } | null {
  const [first] = node.arguments;
  const words = /^(it|test|describe)\b((?:\.\w+)*)/.exec(node.expression.getText(source));
  if (!words || !first || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return null;
  const title = ts.isStringLiteralLike(first) ? first.text : first.getText(source).slice(1, -1);
  return { title, isTest: words[1] !== 'describe', isSkipped: /\.(?:skip|todo)\b/.test(words[2] ?? '') };
}
