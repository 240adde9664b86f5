import js from '@eslint/js';
import globals from 'globals';

export default [
  {
    ignores: [
      'build/',
      'third_party/',
      '.toolchain/',
      'dist/',
      'web/dist/',
      'js/engine/generated/',
      '**/*.d.ts',
    ],
  },
  js.configs.recommended,
  {
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: 'module',
      globals: { ...globals.browser, ...globals.node },
    },
    rules: {
      eqeqeq: ['error', 'always'],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['tests/browser/apps/**/*.js', 'examples/apps/**/*.{js,jsx}'],
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
  },
];
