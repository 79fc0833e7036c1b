import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { SpecificationLine } from './lines.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A test, by its file below the root and its titles from the outermost `describe` to its own. */
export interface FoundTest {
  file: string;
  titles: readonly string[];
  /** Taken out by `skip` or `todo`, alone or with what it stands in; not one that only lacks a service of this machine. */
  isSkipped: boolean;
}

export const trialsOf = (line: SpecificationLine): readonly string[] => ('trials' in line ? (line.trials ?? []) : []);

export function fileOf(trial: string): string {
  return trial.split(' :: ')[0] ?? '';
}

/**
 * Whether a trial (`file :: title`, or `file :: describe > title`) means a test. Titles of `each` are named as they stand in the
 * source or as a row makes them.
 */
export function means(trial: string, { file, titles }: Pick<FoundTest, 'file' | 'titles'>): boolean {
  const [named = '', words = ''] = trial.split(' :: ');
  const wanted = words.split(' > ');
  return named === file && wanted.length <= titles.length && wanted.every((title, at) => isTitle(title, titles.at(at - wanted.length)));
}

const isTitle = (one: string, other = '') => one === other || patternOf(one).test(other) || patternOf(other).test(one);

/** What `%s`, `$name` and `${name}` of a title stand for is any text. */
function patternOf(title: string): RegExp {
  const places = title.split(/%(?:\.\d+)?[sdifjoO#]|\$\{[^}]*\}|\$[\w.]+/);
  if (places.every((text) => text.trim() === '')) return /(?!)/; // A title that says nothing means only itself.
  return new RegExp(`^${places.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`);
}

/** The tests that a file holds, those of contracts that it imports included; read, not run. */
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
