// Tests of the order of the page's rooms.
import { expect, test } from 'vitest'
import { sources } from './imports.ts'
import { roomOf, runsUp, webRooms } from './web-rooms.ts'

test('each file of the page is in a room, and each room has files', () => {
  const rooms = sources.flatMap((file) => roomOf(file) ?? [])
  expect(new Set(rooms)).toEqual(new Set(webRooms))
  expect(roomOf('web/src/parts/base/money/price.ts')).toBe('')
})

test('a file is in the innermost room, and the gallery of components in none', () => {
  expect(roomOf('web/src/ui/fields/field.tsx')).toBe('ui/fields')
  expect(roomOf('web/src/ui/button.tsx')).toBe('ui')
  expect(roomOf('web/src/activity-types.ts')).toBe('activity-types')
  expect(roomOf('web/src/dev/gallery.tsx')).toBeUndefined()
  expect(roomOf('kit/src/service.ts')).toBeUndefined()
})

test('refused is what runs up: a part of any product to learning, learning below the types to their map, a device to the session', () => {
  expect(runsUp('web/src/parts/base/files/files-view.tsx', 'web/src/parts/learning/course/queries.ts')).toBe(true)
  expect(runsUp('web/src/parts/learning/activity/my-progress.tsx', 'web/src/activity-types.ts')).toBe(true)
  expect(runsUp('web/src/device/fault-report.ts', 'web/src/session/session.ts')).toBe(true)
  expect(runsUp('web/src/parts/learning/writing/type-form.ts', 'web/src/activity-types.ts')).toBe(false)
  expect(runsUp('web/src/ui/button.tsx', 'web/src/ui/progress.tsx')).toBe(false)
  expect(runsUp('web/src/main.tsx', '@lyceum/kit/percent')).toBe(false)
})
