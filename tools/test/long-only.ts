/** Browser tests (tests/e2e/<name>.test.ts) of `npm run test:long` alone: of what changes seldom, or is seen by other tests from another side. */
export const longOnly = [
  'code-cache',
  'details',
  'first-look',
  'first-reads',
  'looks',
  'numbers',
  'palette',
  'people-keyboard',
  'pseudo',
  'shifts',
]
