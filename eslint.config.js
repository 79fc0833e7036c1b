import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * What screens, ui/ and domain/ may import is linted here; that rooms import each other only downward and without cycles
 * is tested over all imports (tests/house, docs/decisions/001-rooms.md).
 * Patterns follow .gitignore syntax, where a bare `#` starts a comment: hence `\\#`.
 */
const forbid = (...patterns) => ({
  'no-restricted-imports': 'off',
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
});
const to = (room) => [`\\#${room}/**`, `**/../${room}/**`];
const SCREENS = { group: to('app'), message: 'server/ and jobs/ never import screens.' };
const JOBS = { group: to('jobs'), message: 'server/ never imports jobs/: ask for background work through server/ports/queue.' };

const LITERAL_IN_LITERAL = {
  selector: [
    'ObjectExpression > SpreadElement > ObjectExpression',
    'JSXSpreadAttribute > ObjectExpression',
    'ArrayExpression > SpreadElement > ArrayExpression',
    'ArrayExpression > SpreadElement > TSAsExpression > ArrayExpression',
  ].join(', '),
  message: 'Write its entries here: a literal inside a literal says nothing.',
};

export default tseslint.config(
  { ignores: ['build/**', 'public/build/**', 'prisma/generated/**', 'node_modules/**', '.data/**', '.cache/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/only-throw-error': 'off', // Remix throws Responses
      '@typescript-eslint/require-await': 'off', // ports are async even where one implementation need not be
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', LITERAL_IN_LITERAL],
    },
  },
  {
    files: ['{server,app,jobs,prisma}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/*.contract.ts', '**/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        LITERAL_IN_LITERAL,
        {
          selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
          message: 'tests/expressions checks the time of expressions that are written as literals: write one, or say why not.',
        },
      ],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['app/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: {
      ...jsxA11y.configs.recommended.rules,
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^#server/(?!domain/|features/[^/]+/domain/)',
              allowTypeImports: true,
              message: 'Screens take values only from server/domain and the domain/ of a feature; the rest comes through context.portal.',
            },
            { group: to('jobs'), message: 'Screens never import jobs/.' },
            { group: ['node:*', 'pg', 'express', 'firebase-admin', '@prisma/client'], message: 'Screens do no I/O.' },
          ],
        },
      ],
    },
  },
  { files: ['app/entry.server.tsx'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } }, // renders into a Node stream
  {
    files: ['app/ui/**'],
    rules: forbid({
      group: [
        '\\#server/**',
        '!#server/domain',
        ...['text', 'dates', 'digit-groups'].map((name) => `!#server/domain/${name}.ts`),
        '**/screens/**',
        '**/routes/**',
      ],
      message: 'ui/ knows nothing of the product, only the language (domain/text.ts, dates.ts, digit-groups.ts).',
    }),
  },
  { files: ['server/**/*.ts'], ignores: ['server/ports/queue/*.{test,contract}.ts'], rules: forbid(SCREENS, JOBS) }, // the queue's tests run real workers
  {
    files: ['server/domain/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: forbid(SCREENS, JOBS, {
      group: ['../*', '!../domain/**', '\\#server/**', '!#server/domain', '!#server/domain/**', 'node:*'],
      message: 'domain/ is pure: no I/O, no Node, nothing from other rooms.',
    }),
  },
  {
    files: ['server/features/*/domain/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: forbid(SCREENS, JOBS, {
      regex: '^(?!\\./|(?:\\.\\./){3}domain/)',
      message: "A feature's domain/ is pure: it imports server/domain and its own files.",
    }),
  },
  { files: ['jobs/**/*.ts'], rules: forbid(SCREENS) },
  { files: ['bench/**', 'tests/**', 'prisma/**', 'server/entrances/commands/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', '**/*.contract.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
);
