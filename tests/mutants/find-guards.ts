import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Guard, GuardKind } from './guard.ts';

type FoundGuard = Omit<Guard, 'tests' | 'alsoGuardedBy'>;

const ROOMS = ['app', 'jobs', 'server'];
const NO_PRODUCTION = /\.test\.tsx?$|\.contract\.tsx?$|\/testing\//;
/**
 * Left out: vendors' stores and responses of other servers, which need emulators; commands, which refuse operators; messages between
 * processes.
 */
const LEFT_OUT =
  /^server\/(?:ports\/(?:documents\/firestore|identity\/firebase|queue|rest-backend)|entrances\/commands|testing|platform\/isolation)\/|^server\/platform\/(?:processes\/run-process|sql\/embedded-postgres)\.ts$/;
/** Errors that protect nothing: a browser shows them to its person, or they are about a button that no screen has. */
const NO_GUARD =
  /^(?:redirect|identityUnavailable|storageUnavailable|toAppError|unknownIntent|noSuchPage|refusalOf|UploadFailure|SearchProblem|Error|RangeError|TypeError)$/;
/** Validation of form fields in features is no guard; there, only a named check (`require…`) is. */
const IS_FEATURE = /^(?:app|server\/features|server\/catalogs)\//;
/** Declarations of lists, whose `access` says which rows a person can see. */
const LIST = /-list\.ts$/;
const WORTH_PARSING = /\bthrow\b|\bformAction\(|\brequire[A-Z]|\.consume\(|\bwriteAudit\(|\bifVersion:|\baccess:/;

/**
 * Finds guards by their syntactic form, so that a new verb needs no entry: a call of `require…` whose value is unused, an `if` that only
 * throws a refusal (or a refusal at a function's end), a consumed point of a rate limit, an audit entry, the expected version of an update,
 * the row access of a list.
 */
export function findGuards(root: string): FoundGuard[] {
  return filesOf(root).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return WORTH_PARSING.test(text) ? findInFile(file, text) : [];
  });
}

function filesOf(root: string): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(room, name.split(path.sep).join('/')))
      .filter((file) => /\.tsx?$/.test(file) && !NO_PRODUCTION.test(file) && !LEFT_OUT.test(file))
      .sort(),
  );
}

function findInFile(file: string, text: string): FoundGuard[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FoundGuard[] = [];
  const seen = new Map<string, number>();

  const add = (kind: GuardKind, node: ts.Node, replacement: string, named: ts.Node = node) => {
    const words = `${functionAround(node)}: ${named.getText(source).replace(/\s+/g, ' ').slice(0, 80)}`;
    const times = (seen.get(words) ?? 0) + 1;
    seen.set(words, times);
    if (kind === 'input' && IS_FEATURE.test(file) && !/^(?:await )?require/.test(words.slice(words.indexOf(': ') + 2))) return;
    const id = `${file} ${words}${times > 1 ? ` (${times})` : ''}`;
    found.push({ id, kind, file, piece: node.getText(source), start: node.getStart(source), replacement });
  };

  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) || ts.isVoidExpression(node)) {
      const call = callOf(node.expression);
      if (call && isRequire(call)) add(kindOfRequire(call), node, ts.isVoidExpression(node) ? 'undefined' : '{}');
      else if (call && isConsume(call)) add('rate limit', node, '{}');
      else if (call && callName(call) === 'writeAudit') add('audit', node, '{}');
    } else if (ts.isReturnStatement(node) && node.expression) {
      const call = callOf(node.expression);
      if (call && isConsume(call)) add('rate limit', node, 'return;');
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const call = callOf(node.body);
      if (call && isRequire(call) && isCheck(node)) add(kindOfRequire(call), node.body, 'undefined');
    } else if (ts.isIfStatement(node) && !node.elseStatement) {
      const thrown = thrownBy(node.thenStatement);
      if (thrown && isRefusal(thrown) && !isTranslation(node) && !isAboutNothing(node.expression))
        add(kindOfRefusal(thrown), node.expression, 'false', node);
    } else if (ts.isThrowStatement(node) && isLastOfFunction(node) && isRefusal(node.expression) && !isTranslation(node)) {
      add(kindOfRefusal(node.expression), node, '{}');
    } else if (ts.isPropertyAssignment(node) && isStoredVersion(node)) {
      add('version', node.initializer, 'undefined', node);
    } else if (ts.isPropertyAssignment(node) && isMenuOfForm(node)) {
      add('permission', node.initializer, 'undefined', node);
    } else if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'access' && LIST.test(file)) {
      add('row access', node.initializer, '() => []', node);
    } else if (ts.isCallExpression(node) && callName(node) === 'requireStaff' && node.arguments.length > 1) {
      const [context] = node.arguments;
      if (context) add('permission', node, `requireStaff(${context.getText(source)})`);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function callOf(expression: ts.Expression): ts.CallExpression | null {
  const inner = ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(inner) ? inner : null;
}

function callName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

/** Not `requireStaff`, which counts where it is given a menu, nor `requireAll`, a step that a verb passes along. */
const isRequire = (call: ts.CallExpression) => /^require(?!Staff$|All$)[A-Z]/.test(callName(call));
const isConsume = (call: ts.CallExpression) => callName(call) === 'consume' && ts.isPropertyAccessExpression(call.expression);

/** `check: (tx) => requireNoHolders(tx)`: a step of a verb that returns nothing. */
function isCheck(arrow: ts.ArrowFunction): boolean {
  return ts.isPropertyAssignment(arrow.parent) && /^(?:check|holds|requireMenu)$/.test(arrow.parent.name.getText());
}

/** `tx.update(path, changes, { ifVersion: version })`: overwrites only the version that was read. */
function isStoredVersion(property: ts.PropertyAssignment): boolean {
  const call = property.parent.parent;
  return property.name.getText() === 'ifVersion' && ts.isCallExpression(call) && callName(call) === 'update';
}

/** `{ menu: 'users', of: 'el usuario', … }` of a formAction: who may submit the form at all. */
function isMenuOfForm({ name, parent }: ts.PropertyAssignment): boolean {
  return name.getText() === 'menu' && parent.properties.some((sibling) => sibling.name?.getText() === 'of');
}

function thrownBy(statement: ts.Statement): ts.Expression | null {
  const [only, more] = ts.isBlock(statement) ? statement.statements : [statement];
  return only && !more && ts.isThrowStatement(only) ? only.expression : null;
}

/** An error created here for the caller. A caught error is only passed on; `Error` and `RangeError` are for programmers. */
function isRefusal(thrown: ts.Expression): boolean {
  const made = ts.isAwaitExpression(thrown) ? thrown.expression : thrown;
  if (ts.isCallExpression(made)) return !NO_GUARD.test(callName(made));
  return ts.isNewExpression(made) && !NO_GUARD.test(made.expression.getText());
}

/** `if (!stored) throw …`: without it the next line would fail on null, and nobody would gain anything. */
function isAboutNothing(condition: ts.Expression): boolean {
  return ts.isPrefixUnaryExpression(condition) && ts.isIdentifier(condition.operand);
}

/** Within `catch` an error is only translated: without it, the request would fail all the same. */
function isTranslation(node: ts.Node): boolean {
  for (let above: ts.Node | undefined = node.parent; above && !ts.isFunctionDeclaration(above); above = above.parent) {
    if (ts.isCatchClause(above)) return true;
    if (ts.isCallExpression(above) && ts.isPropertyAccessExpression(above.expression) && above.expression.name.text === 'catch')
      return true;
  }
  return false;
}

/** `if (fits) return; throw …` refuses everything that did not return before. */
function isLastOfFunction(node: ts.ThrowStatement): boolean {
  const { parent: block } = node;
  if (!ts.isBlock(block) || block.statements.at(-1) !== node || block.statements.length < 2) return false;
  return ts.isFunctionLike(block.parent);
}

function kindOfRequire(call: ts.CallExpression): GuardKind {
  const name = callName(call);
  if (/Version/.test(name)) return 'version';
  if (/State$|InUse|Parent|SamePlace|SameType|SameForm|Step|Holder|There|Confirmation|Nobody|NothingHeld/.test(name)) return 'state';
  if (/Pixels|Size|Within|Few|Room/.test(name)) return 'limit';
  if (/Own$|Visible|Folder|Receiver/.test(name)) return 'row access';
  if (
    /Menu|AnyReport|Staff|Documents|Packages|Schedules|Sets?$|SetEditor|Roles?$|RoleEditor|Images|MayChange|Act$|Create|FileChange|Session|Token|Access/.test(
      name,
    )
  )
    return 'permission';
  return 'input';
}

function kindOfRefusal(thrown: ts.Expression): GuardKind {
  const text = thrown.getText();
  if (/forbidden/i.test(text)) return 'permission';
  if (/unauthenticated/.test(text)) return 'session';
  if (/too-?many-?requests|tooMany\(/i.test(text)) return 'rate limit';
  if (/too-?(?:large|big|long|much)|isFull|tooManyPixels|cannotShow/i.test(text)) return 'limit';
  if (/not-?found|missing/i.test(text)) return 'row access';
  if (/conflict|deactivated|retired|changed/i.test(text)) return 'state';
  return 'input';
}

/** The nearest named function, method or constant around a node, which tells readers where the guard is. */
function functionAround(node: ts.Node): string {
  for (let above: ts.Node | undefined = node.parent; above; above = above.parent) {
    if ((ts.isFunctionDeclaration(above) || ts.isMethodDeclaration(above) || ts.isVariableDeclaration(above)) && above.name) {
      if (ts.isVariableDeclaration(above) && !(above.initializer && ts.isFunctionLike(above.initializer))) continue;
      return above.name.getText();
    }
    if (ts.isPropertyAssignment(above) && ts.isFunctionLike(above.initializer)) return above.name.getText();
  }
  return 'module';
}
