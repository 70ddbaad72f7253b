// Tests of rows that the facts of a batch gather.
import { expect, test } from 'vitest'
import type { Tx } from '../database/database.ts'
import { beginBatch, gather, writeGathered } from './gathered.ts'

const transaction = () => ({}) as Tx

test('rows of a batch are written together at its end, in their order, by each function its own', async () => {
  const written: unknown[] = []
  const numbers = async (_: Tx, rows: number[]) => written.push(rows)
  const words = async (_: Tx, rows: string[]) => written.push(rows)
  const [tx, other] = [transaction(), transaction()]
  beginBatch(tx)
  beginBatch(other)
  await gather(tx, numbers, 1)
  await gather(tx, words, 'tide')
  await gather(other, numbers, 3)
  await gather(tx, numbers, 2)
  expect(written).toEqual([])
  await writeGathered(tx)
  expect(written).toEqual([[1, 2], ['tide']])
  await writeGathered(tx)
  expect(written).toHaveLength(2)
})

test('rows that are to be written last are, although they were gathered first', async () => {
  const written: unknown[] = []
  const tx = transaction()
  beginBatch(tx)
  await gather(tx, async (_, rows: string[]) => written.push(rows), 'ebb', { last: true })
  await gather(tx, async (_, rows: number[]) => written.push(rows), 1)
  await writeGathered(tx)
  expect(written).toEqual([[1], ['ebb']])
})

test('outside of a batch a row is written at once', async () => {
  const written: number[][] = []
  await gather(transaction(), async (_, rows: number[]) => written.push(rows), 1)
  expect(written).toEqual([[1]])
})

test('a write that fails fails the batch', async () => {
  const tx = transaction()
  beginBatch(tx)
  await gather(tx, () => Promise.reject(new Error('no disk')), 1)
  await expect(writeGathered(tx)).rejects.toThrow('no disk')
})
