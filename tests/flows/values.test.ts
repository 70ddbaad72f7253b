// The core of the value cases: numbers, answers and files of tests/corpus have the values that they mean, through the whole product.
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createReport, type Report } from '../attack/report.ts'
import { answers } from '../values/answers.ts'
import { files } from '../values/files.ts'
import { numbers } from '../values/numbers.ts'
import { makeWorld, type World } from '../values/world.ts'
import { product } from './product.ts'

const corpus = join(import.meta.dirname, '../corpus')
let world: World
beforeAll(async () => {
  world = await makeWorld(product())
})

const parts: [name: string, least: number, run: (report: Report) => Promise<void>][] = [
  ['numbers', 15, (report) => numbers(world, report)],
  ['answers', 25, (report) => answers(world, corpus, report)],
  ['files', 12, (report) => files(world, corpus, report, { quick: true })],
]
test.for(parts)('%s', async ([name, least, run]) => {
  const lines: string[] = []
  const report = createReport(name, (line) => lines.push(line))
  await run(report)
  expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([])
  expect(report.passed).toBeGreaterThanOrEqual(least)
})
