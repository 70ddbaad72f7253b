// Tests of what counts of a course's content: the ring is the sum of the modules.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ActivityRow, byModule, completenessOf, type Content } from './content.ts'

const activity = fc.record({
  id: fc.uuid(),
  module_id: fc.constantFrom(null, 'a', 'b', 'deleted'),
  sort: fc.integer({ min: 0, max: 9 }),
  published: fc.boolean(),
  is_locked: fc.boolean(),
  availability: fc.constantFrom('open', 'notStarted', 'ended'),
  completion_criterion: fc.record({ kind: fc.constantFrom('none', 'read', 'read_pages', 'watched', 'by_hand') }),
  my: fc.record({ completed: fc.boolean(), percent: fc.integer({ min: 0, max: 100 }) }),
}) as unknown as fc.Arbitrary<ActivityRow>
const modules = [{ id: 'a', sort: 0 }, { id: 'b', sort: 1 }] as Content['modules'] // biome-ignore format: short

test('the ring is the sum of the modules, and full only when all of them are', () => {
  fc.assert(
    fc.property(fc.array(activity, { maxLength: 30 }), (activities) => {
      const ring = completenessOf(activities)
      const groups = byModule({ modules, activities }).map((group) => completenessOf(group.activities))
      expect(groups.reduce((sum, { done }) => sum + done, 0)).toBe(ring.done)
      expect(groups.reduce((sum, { total }) => sum + total, 0)).toBe(ring.total)
      expect(ring.share === 100).toBe(ring.total > 0 && groups.every(({ done, total }) => done === total))
    }),
  )
})
