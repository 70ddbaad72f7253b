// Tests of the entry: without a target it lists them, as an image's container without an argument does.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { serviceNames } from '../services/services.ts'

test('a start without a target starts nothing and lists the targets', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['runtime/main.ts'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^no target: --target=all, or a list of bff, /)
  for (const name of [...serviceNames, 'transcode', 'migrate']) expect(stderr).toContain(name)
})
