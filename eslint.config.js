import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import tseslint from 'typescript-eslint';

/**
 * Import directions (docs/decisions/001-rooms.md): a rule that matters is linted, not remembered.
 * Patterns read like a .gitignore, where a bare `#` starts a comment: hence `\\#`.
 */
const forbid = (...patterns) => ({
  'no-restricted-imports': 'off',
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
});
const to = (room) => [`\\#${room}/**`, `**/../${room}/**`];
const SCREENS = { group: to('app'), message: 'server/ and jobs/ never import screens.' };
const JOBS = { group: to('jobs'), message: 'server/ never imports jobs/: ask for background work through server/queue.' };
const NO_FEATURES = new Set(['api', 'demo', 'dev', 'documents', 'domain', 'files', 'http', 'identity', 'queue', 'read-model', 'testing']);
/** Every other folder of server/, those to come included. */
const FEATURES = readdirSync(path.join(import.meta.dirname, 'server'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !NO_FEATURES.has(entry.name) ? [entry.name] : [],
);
const serverRooms = (...rooms) => rooms.flatMap((room) => [`\\#server/${room}/**`, `../${room}/**`, `../../${room}/**`]);
const READS_REQUESTS = ['locals', 'wants-page'].flatMap((file) => [`!../http/${file}.ts`, `!../../http/${file}.ts`]);
const TESTS = ['**/*.test.ts', '**/*.contract.ts', '**/testing/**'];

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
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      eqeqeq: 'error',
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
              group: ['\\#server/**', '!#server/domain', '!#server/domain/**'],
              allowTypeImports: true,
              message: 'Screens take values only from server/domain; everything else comes through context.portal.',
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
      group: ['\\#server/**', '!#server/domain', '!#server/domain/text.ts', '**/screens/**', '**/routes/**'],
      message: 'ui/ knows nothing of the product, only the language (domain/text.ts).',
    }),
  },
  { files: ['server/**/*.ts'], ignores: ['server/queue/*.{test,contract}.ts'], rules: forbid(SCREENS, JOBS) }, // the queue's tests run real workers
  {
    files: ['server/domain/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: forbid(SCREENS, JOBS, {
      group: ['../*', '!../domain/**', '\\#server/**', '!#server/domain', '!#server/domain/**', 'node:*'],
      message: 'domain/ is pure: no I/O, no Node, nothing from other rooms.',
    }),
  },
  {
    files: ['server/{documents,identity,files,queue}/**/*.ts'],
    ignores: TESTS,
    rules: forbid(SCREENS, JOBS, {
      group: serverRooms('read-model', 'http', 'api', ...FEATURES),
      message: 'The ports know only domain/ and the shared foundation.',
    }),
  },
  {
    files: ['server/read-model/**/*.ts'],
    ignores: [...TESTS, '**/cli.ts'],
    rules: forbid(SCREENS, JOBS, {
      group: serverRooms('http', 'api', ...FEATURES),
      message: 'read-model/ lies below features, api/ and http/.',
    }),
  },
  {
    files: [`server/{${FEATURES.join(',')}}/**/*.ts`],
    ignores: TESTS,
    rules: forbid(SCREENS, JOBS, {
      group: [...serverRooms('http', 'api'), ...READS_REQUESTS],
      message: 'Features lie below api/ and http/; only what reads a request is shared.',
    }),
  },
  {
    files: ['server/api/**/*.ts'],
    ignores: TESTS,
    rules: forbid(SCREENS, JOBS, {
      group: [...serverRooms('http'), ...READS_REQUESTS],
      message: 'api/ lies below http/; only what reads a request is shared.',
    }),
  },
  {
    files: ['jobs/**/*.ts'],
    rules: forbid(SCREENS, {
      group: ['\\#server/http/**', '!#server/http/health.ts', '!#server/http/request-id.ts', '\\#server/api/**'],
      message: 'jobs/ calls features, not HTTP; only the health address is shared.',
    }),
  },
  { files: ['bench/**', 'tests/**', '**/cli.ts', 'prisma/**', 'server/demo/**', 'server/dev/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', '**/*.contract.ts'],
    rules: { 'max-lines': ['error', { max: 500 }], '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
);
