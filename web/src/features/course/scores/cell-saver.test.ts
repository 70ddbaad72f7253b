// Tests of saving cells: order, what each call saw, somebody else's change, refusals and missing answers.
import { expect, test } from 'vitest'
import { createCellSaver, type Outcome, type SentCell } from './cell-saver.ts'

function saverWith(answers: Outcome[], retryMs = 1) {
  const calls: SentCell[][] = []
  const refusals: (readonly SentCell[])[] = []
  const saver = createCellSaver({
    send: async (cells) => {
      calls.push(cells)
      await new Promise((done) => setTimeout(done, 2))
      return answers.shift() ?? { saved: true }
    },
    refused: (_, cells) => refusals.push(cells),
    retryMs,
    now: () => 1,
  })
  const settled = async () => {
    for (let i = 0; i < 200 && saver.state().status !== 'saved'; i++) await new Promise((done) => setTimeout(done, 2))
  }
  return { saver, calls, refusals, settled }
}
const cell = (value: string, person = 'p', item = 'i') => ({ person, item, value })
const stored = () => '5'

test('one call at a time; a score written meanwhile is compared with the one on its way', async () => {
  const { saver, calls, settled } = saverWith([])
  saver.write([cell('7')], stored)
  saver.write([cell('8')], stored)
  saver.write([cell('9')], stored)
  expect(saver.state().open.get('p')?.get('i')).toEqual({ value: '9', state: 'saving' })
  await settled()
  expect(calls).toEqual([[{ ...cell('7'), saw: '5' }], [{ ...cell('9'), saw: '7' }]])
  expect(saver.state().open.size).toBe(0)
  expect(saver.state().savedAt).toBe(1)
})

test('a cell that somebody else has changed waits, the others go again', async () => {
  const { saver, calls, settled } = saverWith([{ newer: [{ person: 'p', item: 'i', value: '6', by: 'Elena' }] }])
  saver.write([cell('7'), cell('8', 'q')], stored)
  await settled()
  expect(calls[1]).toEqual([{ ...cell('8', 'q'), saw: '5' }])
  expect(saver.state().conflicts).toEqual([{ person: 'p', item: 'i', mine: '7', theirs: '6', by: 'Elena' }])
  expect(saver.state().open.get('p')?.get('i')).toEqual({ value: '6', state: 'conflict' })
  saver.settle({ person: 'p', item: 'i' }, true)
  await settled()
  expect(calls[2]).toEqual([{ ...cell('7'), saw: '6' }])
  expect(saver.state().conflicts).toEqual([])
})

test('theirs stays where that is the choice', async () => {
  const { saver, calls, settled } = saverWith([{ newer: [{ person: 'p', item: 'i', value: '6', by: '' }] }])
  saver.write([cell('7')], stored)
  await settled()
  saver.settle({ person: 'p', item: 'i' }, false)
  await settled()
  expect(calls.length).toBe(1)
  expect(saver.state().open.size).toBe(0)
})

test('without an answer it goes again, with what was written since', async () => {
  const { saver, calls, settled } = saverWith([{ again: true }], 5)
  saver.write([cell('7')], stored)
  await new Promise((done) => setTimeout(done, 4))
  saver.write([cell('8')], stored)
  await settled()
  expect(calls.at(-1)).toEqual([{ ...cell('8'), saw: '5' }])
})

test('a refused call is taken back; the next one is compared with the score before it', async () => {
  const { saver, calls, refusals, settled } = saverWith([{ refused: new Error('400') }])
  saver.write([cell('7')], stored)
  saver.write([cell('8')], stored)
  await settled()
  expect(refusals.length).toBe(1)
  expect(calls[1]).toEqual([{ ...cell('8'), saw: '5' }])
})

test('of a refused call only the cells that are named are dropped, the others go again', async () => {
  const { saver, calls, refusals, settled } = saverWith([{ refused: new Error('400'), cells: [1] }])
  saver.write([cell('7'), cell('70', 'q'), cell('9', 'r')], stored)
  await settled()
  expect(refusals).toEqual([[{ ...cell('70', 'q'), saw: '5' }]])
  expect(calls[1]).toEqual([
    { ...cell('7'), saw: '5' },
    { ...cell('9', 'r'), saw: '5' },
  ])
  expect(saver.state().status).toBe('saved')
})

test('a call that arrived although its answer was lost is no conflict', async () => {
  const { saver, calls, settled } = saverWith([{ again: true }, { newer: [{ person: 'p', item: 'i', value: '7', by: 'me' }] }])
  saver.write([cell('7')], stored)
  await settled()
  expect(calls.length).toBe(2)
  expect(saver.state().conflicts).toEqual([])
  expect(saver.state().open.size).toBe(0)
})
