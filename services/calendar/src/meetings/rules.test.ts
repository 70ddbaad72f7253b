// Until when a meeting is changed, and what is an address of one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meetingAddress } from './provider.ts'
import { editableAt, shownEditableAt } from './rules.ts'

test('when a meeting may be changed, and when changing it is offered', () => {
  const start = new Date('2026-12-01T09:00:00Z')
  const meeting = fc.record({
    auditStatus: fc.constantFrom('agree' as const, 'reject' as const, 'others' as const),
    instruction: fc.boolean(),
    groupId: fc.constantFrom(null, 'group'),
    minutes: fc.integer({ min: -600, max: 600 }),
  })
  fc.assert(
    fc.property(meeting, ({ minutes, ...rest }) => {
      const timed = { ...rest, startTime: start, endTime: new Date(start.getTime() + 3_600_000) }
      const now = new Date(start.getTime() + minutes * 60_000)
      const begun = minutes >= 0
      const ofTeam = rest.instruction || rest.groupId !== null
      expect(editableAt(timed, now)).toBe(ofTeam || rest.auditStatus === 'reject' || !begun)
      expect(shownEditableAt(timed, now)).toBe(ofTeam || !(rest.auditStatus === 'agree' && begun))
    }),
  )
})

test('a web address is a meeting’s, anything else is none', () => {
  expect(meetingAddress(' https://meet.example.edu/a b ')).toBe('https://meet.example.edu/a%20b')
  expect(meetingAddress('  ')).toBe('')
  for (const text of ['javascript:alert(1)', 'meet.example.edu', 'https://me:secret@meet.example.edu', 'ftp://x.test', 'data:text/html,x'])
    expect(meetingAddress(text), text).toBeUndefined()
})
