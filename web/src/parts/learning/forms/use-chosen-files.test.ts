// Tests of the files of an activity's dialog: which of them may take the place of another.
import { expect, test, vi } from 'vitest'
import { applyEvent, type Item, type Queue, type QueueEvent } from '../../base/uploads/queue.ts'

// the queue of uploads watches the window
vi.stubGlobal('addEventListener', () => {})
const { arrivedId } = await import('./use-chosen-files.ts')

test('a file has arrived once the server has all of it and has taken it', () => {
  const key = 'k'
  const after = (...events: QueueEvent[]): Item => events.reduce<Queue>(applyEvent, [])[0]!
  const added: QueueEvent = { kind: 'added', key, name: 'tides.docx', size: 10 }
  const sent: QueueEvent[] = [added, { kind: 'started', key }, { kind: 'created', key, uploadId: 'u', type: 'document', byBlocks: false }]
  const stored: QueueEvent[] = [...sent, { kind: 'finishing', key }, { kind: 'stored', key }]
  const arrived = (item: Item | undefined) => arrivedId({ id: item?.uploadId ?? 'mine', item })
  expect(arrived(undefined)).toBe('mine')
  expect([after(...sent), after(...sent, { kind: 'paused', key })].map(arrived)).toEqual([undefined, undefined])
  expect([after(...stored), after(...stored, { kind: 'done', key })].map(arrived)).toEqual(['u', 'u'])
  // its content is not what its name says
  expect(arrived(after(...stored, { kind: 'failed', key, reason: 'upload.typeMismatch' }))).toBeUndefined()
})
