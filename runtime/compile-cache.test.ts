// Tests of the compile cache that an image is built with.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scaled } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'

test('the files that an image compiles beforehand are all that the parts compile when they are loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-compiled-'))
  const load = () => {
    const file = fileURLToPath(new URL('compile-cache.ts', import.meta.url))
    execFileSync(process.execPath, [file], { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: folder }, timeout: scaled(60_000) })
    return globSync('**/*', { cwd: folder }).length
  }
  const first = load()
  expect(first).toBeGreaterThan(1000)
  expect(load()).toBe(first)
  rmSync(folder, { recursive: true })
})
