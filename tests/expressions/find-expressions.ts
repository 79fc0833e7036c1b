import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export interface Expression {
  /** `server/domain/dates.ts:85` */
  at: string;
  source: string;
  flags: string;
}

const ROOT = path.join(import.meta.dirname, '..', '..');
const FOLDERS = ['server', 'app', 'jobs', 'prisma'];
/** Code that never runs in the portal: tests and their helpers, and generated code. */
const NOT_RUN = /\.(?:test|contract)\.tsx?$|\/testing\/|\/generated\//;

/** Every regular expression literal in the portal's code. */
export function findExpressions(): Expression[] {
  return FOLDERS.flatMap((folder) => sourceFiles(path.join(ROOT, folder))).flatMap((file) => expressionsOf(file));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !NOT_RUN.test(file));
}

function expressionsOf(file: string): Expression[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ at: `${path.relative(ROOT, file)}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
