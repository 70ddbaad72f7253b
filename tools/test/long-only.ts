/** Browser tests (tests/e2e/<name>.test.ts) of `npm run test:long` alone: of what changes seldom, or is seen by other tests from another side. */
export const longOnly = [
  'account',
  'code-cache',
  'details',
  'errors',
  'first-look',
  'first-reads',
  'layout',
  'looks',
  'numbers',
  'palette',
  'people-keyboard',
  'pseudo',
  'shifts',
  'walks',
]
