// Owns: what the linter wants: rules that find faults, the one way that imports flow, and the shape of the text.
import stylistic from '@stylistic/eslint-plugin'
import tseslint from 'typescript-eslint'
import rtlGen from './rtl-gen/lint/eslint-plugin.js'

/** What a room must not import, as patterns over the import specifier. Everything that is not said here is allowed. */
const oneWay = {
  'rtl-gen/diagnostics': ['**/dsl/**', '**/passes/**', '**/backends/**', '**/sim/**'],
  'rtl-gen/ir': ['**/dsl/**', '**/passes/**', '**/backends/**', '**/sim/**', '**/waves/**', '**/lib/**'],
  'rtl-gen/dsl': ['**/passes/**', '**/backends/**', '**/sim/**', '**/waves/**', '**/lib/**'],
  'rtl-gen/passes': ['**/dsl/**', '**/backends/**', '**/sim/**', '**/waves/**', '**/lib/**'],
  'rtl-gen/backends': ['**/dsl/**', '**/sim/**', '**/waves/**', '**/lib/**'],
  'rtl-gen/sim': ['**/dsl/**', '**/backends/**', '**/lib/**'],
  'rtl-gen/waves': ['**/dsl/**', '**/backends/**', '**/lib/**'],
}
const outside = ['**/cli/**', '**/scripts/**', '**/test/**', '**/examples/**']
const rooms = {
  'rtl-gen': [...outside, '**/coprocessor/**', '**/sim-harness/**', '**/fpga/**', '**/rocket-config/**'],
  'coprocessor': [...outside, '**/sim-harness/**', '**/fpga/**', '**/rocket-config/**'],
  'sim-harness': [...outside, '**/fpga/**', '**/rocket-config/**'],
  'rocket-config': [...outside, '**/fpga/**'],
  'cli': ['**/scripts/**', '**/test/**', '**/examples/**'],
  'examples': ['**/scripts/**', '**/test/**', '**/cli/**'],
}
const noImport = (folder, group, message, regex) => ({
  files: [`${folder}/**/*.ts`],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }, ...(regex ? [{ regex, message }] : [])] }] },
})
const why = 'imports flow one way: fpga, rocket-config -> sim-harness -> coprocessor -> rtl-gen, and inside rtl-gen dsl -> ir <- passes <- backends, sim'

export default tseslint.config(
  { ignores: ['**/node_modules/**', 'dist/**', 'build/**', '.cache/**', 'coverage/**', 'rocket-config/target/**'] },
  {
    files: ['**/*.ts', '**/*.js', '**/*.mjs'],
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@stylistic': stylistic, '@typescript-eslint': tseslint.plugin },
    rules: {
      'no-debugger': 'error', 'no-dupe-keys': 'error', 'no-dupe-else-if': 'error', 'no-duplicate-case': 'error', 'no-empty-pattern': 'error',
      'no-fallthrough': 'error', 'no-loss-of-precision': 'error', 'no-self-assign': 'error', 'no-self-compare': 'error', 'no-sparse-arrays': 'error',
      'no-template-curly-in-string': 'error', 'no-unreachable': 'error', 'no-unsafe-finally': 'error', 'no-unsafe-negation': 'error', 'no-var': 'error',
      'no-constant-condition': ['error', { checkLoops: false }], 'no-cond-assign': ['error', 'except-parens'], 'no-async-promise-executor': 'error',
      'no-unsafe-optional-chaining': 'error', 'no-useless-rename': 'error', 'no-useless-return': 'error', 'no-eval': 'error', 'no-new-func': 'error',
      'prefer-const': ['error', { destructuring: 'all' }], 'eqeqeq': 'error', 'use-isnan': 'error', 'valid-typeof': 'error', 'no-compare-neg-zero': 'error',
      'no-shadow-restricted-names': 'error', 'no-unused-private-class-members': 'error', 'no-throw-literal': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { args: 'after-used', argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }],
      '@typescript-eslint/no-explicit-any': 'off', '@typescript-eslint/no-misused-new': 'error', '@typescript-eslint/no-namespace': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@stylistic/semi': ['error', 'never'], '@stylistic/quotes': ['error', 'single', { avoidEscape: true, allowTemplateLiterals: 'always' }],
      '@stylistic/no-trailing-spaces': 'error', '@stylistic/no-tabs': 'error', '@stylistic/eol-last': 'error',
      '@stylistic/no-multiple-empty-lines': ['error', { max: 1, maxEOF: 0, maxBOF: 0 }], '@stylistic/no-extra-semi': 'error',
      '@stylistic/comma-spacing': 'error', '@stylistic/keyword-spacing': 'error', '@stylistic/space-infix-ops': 'error', '@stylistic/arrow-spacing': 'error',
      '@stylistic/space-before-blocks': 'error', '@stylistic/linebreak-style': ['error', 'unix'], '@stylistic/no-multi-spaces': ['error', { ignoreEOLComments: true }],
      '@stylistic/max-len': ['error', { code: 200, ignoreComments: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
    },
  },
  // Only types can tell a promise that nobody waits for.
  {
    files: ['rtl-gen/**/*.ts', 'coprocessor/**/*.ts', 'sim-harness/**/*.ts', 'rocket-config/**/*.ts', 'cli/**/*.ts', 'examples/**/*.ts', 'scripts/**/*.ts', 'test/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] }], '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error', '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  ...Object.entries(rooms).map(([folder, patterns]) => noImport(folder, patterns, why)),
  ...Object.entries(oneWay).map(([folder, patterns]) => noImport(folder, [...rooms['rtl-gen'], ...patterns], why)),
  noImport('sim-harness/bridge', [...rooms['sim-harness'], '**/rtl-gen/**', '**/engines/**', '**/memory/**', '**/driver/**', '**/trace/**', '**/transport/**', '**/observer/**'],
    'the bridge knows nothing of RTL: it imports only coprocessor/link', '/coprocessor/(?!link/)'),
  // Only the command line ends the process or writes to its output.
  {
    files: ['rtl-gen/**/*.ts', 'coprocessor/**/*.ts', 'sim-harness/**/*.ts', 'rocket-config/**/*.ts'],
    rules: { 'no-console': 'error', 'no-restricted-properties': ['error', { object: 'process', property: 'exit', message: 'only cli ends the process' }] },
  },
  // JavaScript's tests of a signal, which no run can trap.
  { files: ['coprocessor/**/*.ts', 'rtl-gen/lib/**/*.ts', 'examples/**/*.ts'], plugins: { 'rtl-gen': rtlGen }, rules: { 'rtl-gen/no-signal-truthiness': 'error' } },
)
