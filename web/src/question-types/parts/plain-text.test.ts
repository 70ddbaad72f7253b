// Raised and lowered letters of options, as native lists show them.
import { expect, test } from 'vitest'
import { levelled } from './plain-text.ts'

test.each([
  ['2', '²', '₂'],
  ['−3', '⁻³', '₋₃'],
  ['2+', '²⁺', '₂₊'],
  ['n', 'ⁿ', 'ₙ'],
  ['q', '^q', '_q'],
  ['max,q', '^(max,q)', '_(max,q)'],
  ['', '', ''],
])('%s is %s and %s, never alike', (text, raised, lowered) =>
  expect([levelled(text, true), levelled(text, false)]).toEqual([raised, lowered]),
)
