// Tests of waiting for a condition.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from './wait.ts'

test('a condition is answered as soon as it holds', async () => {
  let looks = 0
  expect(await until(() => ++looks === 3 && 'there', 30_000, 1)).toBe('there')
  expect(looks).toBe(3)
})

test('a condition that never holds is named, and one that throws is not waited for', async () => {
  const never = () => false
  await expect(until(never, 1, 1)).rejects.toThrow(/not reached in \d+ ms: \(\) => false/)
  const broken = async () => {
    throw new Error('gone')
  }
  await expect(until(broken)).rejects.toThrow('gone')
})

test('a limit grows with LYCEUM_TEST_SLOWNESS and with the present one in its file, and is as written without them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-wait-'))
  const scaledIn = (slowness: string, present?: string) => {
    const file = present === undefined ? '' : join(folder, 'slowness')
    if (present !== undefined) writeFileSync(file, present)
    const program = `import { scaled } from ${JSON.stringify(new URL('./wait.ts', import.meta.url).href)}; console.log(scaled(1000))`
    const env = { ...process.env, LYCEUM_TEST_SLOWNESS: slowness, LYCEUM_TEST_SLOWNESS_FILE: file }
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'pipe', encoding: 'utf8' }).trim()
  }
  expect([scaledIn(''), scaledIn('1'), scaledIn('2.5')]).toEqual(['1000', '1000', '2500'])
  // never below that of the start, and a file that is being written changes nothing
  expect([scaledIn('2', '3'), scaledIn('2', '1.5'), scaledIn('2', 'half a numb')]).toEqual(['3000', '2000', '2000'])
  rmSync(folder, { recursive: true })
  expect(() => scaledIn('slow')).toThrow('LYCEUM_TEST_SLOWNESS is slow: it must be a number from 1 to 10')
})
