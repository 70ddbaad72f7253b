import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { until } from './wait.ts'

test('what is waited for is answered as soon as it is there', async () => {
  let looks = 0
  expect(await until(() => ++looks === 3 && 'there', 30_000, 1)).toBe('there')
  expect(looks).toBe(3)
})

test('what does not come is named, and what throws is not waited for', async () => {
  const never = () => false
  await expect(until(never, 1, 1)).rejects.toThrow(/not reached in \d+ ms: \(\) => false/)
  const broken = async () => {
    throw new Error('gone')
  }
  await expect(until(broken)).rejects.toThrow('gone')
})

test('a limit grows with LYCEUM_TEST_SLOWNESS and is as written without it', () => {
  const scaledIn = (slowness: string) => {
    const program = `import { scaled } from ${JSON.stringify(new URL('./wait.ts', import.meta.url).href)}; console.log(scaled(1000))`
    const env = { ...process.env, LYCEUM_TEST_SLOWNESS: slowness }
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'pipe', encoding: 'utf8' }).trim()
  }
  expect([scaledIn(''), scaledIn('1'), scaledIn('2.5')]).toEqual(['1000', '1000', '2500'])
  expect(() => scaledIn('slow')).toThrow('LYCEUM_TEST_SLOWNESS is slow: it must be a number from 1 to 10')
})
