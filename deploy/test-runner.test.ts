import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { maxSlowness, parseSlowness } from '../kit/src/test/wait.ts'
import { judgeMachine, machineLine } from './calibration.ts'
import { judge, lastLines, limitsOf, outcomeLine, totalOf } from './test-outcome.ts'
import { runTiers } from './test-runner.ts'
import type { Tier } from './test-tiers.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-tiers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const counted = { passed: 3, failed: 0, skipped: [], ran: [] }
const went = (seconds: number) => ({ code: 0, seconds, hung: false })

describe('the factor of this machine', () => {
  test('is measured against the reference, never below 1, and bounded', () => {
    expect(judgeMachine(0.75)).toEqual({ times: 0.5, slowness: 1 })
    expect(judgeMachine(3.75)).toEqual({ times: 2.5, slowness: 2.5 })
    expect(judgeMachine(150)).toEqual({ times: 100, slowness: maxSlowness })
    expect(machineLine(judgeMachine(1.5))).toBe("this machine: 1.0 × the reference's time; limits are scaled by 1.0")
    expect(machineLine(judgeMachine(30))).toBe("this machine: 20.0 × the reference's time; limits are scaled by 10.0")
  })

  test('is 1 where nothing is set; anything but a number from 1 to 10 is refused by name', () => {
    expect(parseSlowness(undefined)).toBe(1)
    expect(parseSlowness('')).toBe(1)
    expect(parseSlowness('2.4')).toBe(2.4)
    for (const wrong of ['0', '0.5', '11', 'fast', 'NaN', 'Infinity', '-2'])
      expect(() => parseSlowness(wrong), wrong).toThrow('LYCEUM_TEST_SLOWNESS')
  })
})

describe('an outcome', () => {
  test('over its budget has not failed, and is named in the last lines with its time', () => {
    const slow = judge('flows-servers', counted, went(140.2), limitsOf(105, 1))
    const quick = judge('check', counted, went(20), limitsOf(90, 1))
    expect(slow.failed).toBe(0)
    expect(outcomeLine(slow)).toBe('ok     flows-servers      3 passed, 0 failed in 140 s, over its budget of 105 s')
    expect(outcomeLine(quick)).toBe('ok     check              3 passed, 0 failed in 20 s')
    const all = [quick, slow]
    expect(lastLines(all, [], totalOf(all, 0))).toEqual(['over their budget: flows-servers 140 of 105 s', '6 passed, 0 failed'])
  })

  test('on a slow machine has more time, and five times of it before it hangs', () => {
    expect(limitsOf(100, 1)).toEqual({ budget: 100, hang: 500 })
    expect(limitsOf(100, 2.5)).toEqual({ budget: 250, hang: 1250 })
    expect(outcomeLine(judge('pages', counted, went(240), limitsOf(100, 2.5)))).not.toContain('over')
  })

  test('that hung has failed, whatever its tests say', () => {
    const hung = judge('faults', counted, { code: null, seconds: 500, hung: true }, limitsOf(100, 1))
    expect(hung.failed).toBe(1)
    expect(outcomeLine(hung)).toBe('FAILED faults             3 passed, 1 failed in 500 s, ended because it hung')
    expect(lastLines([hung], ['k8s: no helm'], totalOf([hung], 0))).toEqual([
      'left out: k8s: no helm',
      'hung, and ended at five times their budget: faults 500 of 100 s',
      '3 passed, 1 failed',
    ])
  })

  test('without tests, or whose process ended badly, has failed', () => {
    const limits = limitsOf(100, 1)
    expect(judge('e2e', { ...counted, passed: 0 }, went(1), limits).failed).toBe(1)
    expect(judge('e2e', counted, { code: 1, seconds: 1, hung: false }, limits).failed).toBe(1)
    expect(judge('e2e', { ...counted, failed: 2 }, { code: 1, seconds: 1, hung: false }, limits).failed).toBe(2)
    expect(totalOf([], 2)).toEqual({ passed: 0, failed: 2 })
  })
})

describe('tiers', () => {
  const script = (name: string, text: string) => {
    const file = join(folder, `${name}.ts`)
    writeFileSync(file, text)
    return file
  }
  /** Ignores SIGTERM and has a child that does, too. */
  const hanging = script(
    'hangs',
    `import { spawn } from 'node:child_process'
     const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' })
     console.log('pids', process.pid, child.pid)
     process.on('SIGTERM', () => {})
     setInterval(() => {}, 1000)`,
  )
  const quick = script('quick', "console.log('seen slowness', process.env.LYCEUM_TEST_SLOWNESS); console.log('2 passed, 0 failed')")
  const run = async (tiers: Tier[]) => {
    const said: string[] = []
    const running = {
      root: folder,
      env: process.env,
      results: join(folder, 'results'),
      slowness: 2,
      wanted: [],
      extra: [],
      inCi: false,
      grace: 0.2,
    }
    const { outcomes, leftOut, broken } = await runTiers(tiers, { ...running, say: (line) => said.push(line) })
    return { said, outcomes, last: lastLines(outcomes, leftOut, totalOf(outcomes, broken)) }
  }
  const alive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return false
    }
  }

  test('one that hangs is ended with its children, named, and the next one runs with its whole time', async () => {
    const { said, outcomes, last } = await run([
      { name: 'first', budget: 0.4, needs: [], script: hanging },
      { name: 'second', budget: 0.1, needs: [], script: hanging, runs: [{ name: 'a' }, { name: 'b', budget: 0.05 }] },
      { name: 'third', budget: 60, needs: [], script: quick },
    ])
    expect(outcomes.map(({ label, hung, failed }) => [label, hung, failed])).toEqual([
      ['first', true, 1],
      ['second-a', true, 1],
      ['second-b', true, 1],
      ['third', false, 0],
    ])
    // five times the budget on a machine twice as slow; what a run before took is not taken from the next
    for (const [nth, least] of [4, 1, 0.5].entries()) expect(outcomes[nth]?.seconds).toBeGreaterThanOrEqual(least)
    expect(said.filter((line) => line.startsWith('FAILED'))).toHaveLength(3)
    expect(last.at(-2)).toMatch(
      /^hung, and ended at five times their budget: first \d+ of \d s · second-a \d+ of \d s · second-b \d+ of \d s$/,
    )
    expect(last.at(-1)).toBe('2 passed, 3 failed')
    const pids = readFileSync(join(folder, 'results', 'first.log'), 'utf8')
      .match(/\d+/g)!
      .map(Number)
    expect(pids).toHaveLength(2)
    expect(pids.filter(alive)).toEqual([])
    expect(readFileSync(join(folder, 'results', 'third.log'), 'utf8')).toContain('seen slowness 2')
    const times = JSON.parse(readFileSync(join(folder, 'results', 'times.json'), 'utf8'))
    expect(times[2]).toEqual({ label: 'second-b', seconds: expect.any(Number), budget: 0.1, slowness: 2 })
    expect(times).toHaveLength(4)
  })
})
