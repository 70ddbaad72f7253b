// An audit line in words.
import { expect, test } from 'vitest'
import { changesOf, type Line } from './audit-values.ts'

const t = ((key: string) => key) as never
const line = (before: Line['before'], after: Line['after']) => ({ before, after }) as Line

test('times in the form of the page, and nothing of fields that were and are empty', () => {
  const given = line(null, { due: '2026-11-26T23:59:00.000Z', opens: null, attempts: '' })
  const [due, ...others] = changesOf(t, given, {})
  expect([due?.to, others]).toEqual([expect.stringMatching(/^2026\.11\.2[67] \d\d:\d\d$/), []])
  expect(changesOf(t, line({ opens: '2026-11-26T08:00:00Z' }, { opens: null }), {})[0]?.to).toBe('nothing')
})
