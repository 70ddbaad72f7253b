// Toasts and the tray above the buttons of a form: they cover none, and stay where there is nothing below them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liftOver } from './clear-of-buttons.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height })
const toast = box(16, 740, 328, 44)

test('it stays where it is beside or far from buttons, rises above those below it, and above the next ones too', () => {
  expect(liftOver(toast, [box(600, 740, 100, 44), box(16, 300, 100, 44)])).toBe(0)
  expect(liftOver(toast, [box(200, 730, 100, 44)])).toBe(62)
  expect(liftOver(toast, [box(200, 730, 100, 44), box(20, 690, 100, 20)])).toBe(102)
})

test('it covers nothing, or there was no room in the window', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 340 }), fc.integer({ min: 0, max: 780 })), { maxLength: 8 })
  fc.assert(
    fc.property(some, (places) => {
      const others = places.map(([x, y]) => box(x, y, 90, 32))
      const lift = liftOver(toast, others)
      const covers = others.some(
        ({ left, right, top, bottom }) =>
          left < toast.right && toast.left < right && top < toast.bottom - lift && toast.top - lift < bottom,
      )
      expect(toast.top - lift).toBeGreaterThanOrEqual(0)
      if (lift > 0) expect(covers).toBe(false)
    }),
  )
})
