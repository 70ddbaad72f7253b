// The test runner: limits, outcomes and the end of runs that hang.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { maxSlowness, parseSlowness } from '@lyceum/kit/test/wait'
import { judgeMachine, machineLine } from './calibration.ts'
import { judge, lastLines, outcomeLine, totalOf } from './test-outcome.ts'
import { labelOf, type Running, runTiers } from './test-runner.ts'
import { stagesOf, type Tier, tiers } from './test-tiers.ts'
import { keepTimes, limitsOf, readTimes } from './test-times.ts'

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

describe('the time of a run', () => {
  const limits = limitsOf(100, 1)
  const paceIn = (seconds: number, of = limits) => judge('flows', counted, went(seconds), of).pace

  test('is named beyond 1.3 of its kept time, fails beyond 2.5, hangs at five times', () => {
    expect(limits).toEqual({ expected: 100, named: 130, most: 250, hang: 500 })
    expect([130, 131, 250, 251].map((seconds) => paceIn(seconds))).toEqual(['as kept', 'slower', 'slower', 'too slow'])
    expect([131, 251].map((seconds) => judge('flows', counted, went(seconds), limits).failed)).toEqual([0, 1])
  })

  test('of a short run is named from 5 s more and fails from 60 s more', () => {
    expect(limitsOf(10, 1)).toEqual({ expected: 10, named: 15, most: 70, hang: 70 })
    expect(limitsOf(4, 1).hang).toBe(64)
  })

  test('has limits that grow with the slowness of the machine', () => {
    expect(limitsOf(100, 2.5)).toEqual({ expected: 250, named: 325, most: 625, hang: 1250 })
    expect(paceIn(240, limitsOf(100, 2.5))).toBe('as kept')
  })

  test('that nobody has kept is never too long, and ends after hours', () => {
    expect(paceIn(10_000, limitsOf(undefined, 1))).toBe('as kept')
    expect(limitsOf(undefined, 1).hang).toBe(14_400)
  })

  test('is kept as a machine of the reference takes it, beside the times of other runs', () => {
    const file = join(folder, 'kept.json')
    expect(readTimes(file)).toEqual({})
    keepTimes(file, [{ label: 'flows', seconds: 120 }], 1.2)
    keepTimes(file, [{ label: 'check', seconds: 20.4 }], 0.5)
    expect(readFileSync(file, 'utf8')).toBe('{\n  "check": 41,\n  "flows": 100\n}\n')
    expect(readTimes(file)).toEqual({ check: 41, flows: 100 })
  })

  test('is kept for no run that is not there any more', () => {
    const labels = tiers.flatMap((tier) => (tier.runs ?? [{}]).map((run) => labelOf(tier, run)))
    const kept = Object.keys(readTimes(fileURLToPath(new URL('test-times.json', import.meta.url))))
    expect(kept.filter((label) => !labels.includes(label))).toEqual([])
  })
})

describe('an outcome', () => {
  test('that is slower than kept has not failed, and is named in the last lines with its time', () => {
    const slow = judge('flows-servers', counted, went(140.2), limitsOf(105, 1))
    const quick = judge('check', counted, went(20), limitsOf(90, 1))
    expect(slow.failed).toBe(0)
    expect(outcomeLine(slow)).toBe('ok     flows-servers      3 passed, 0 failed in 140 s, slower than its 105 s')
    expect(outcomeLine(quick)).toBe('ok     check              3 passed, 0 failed in 20 s')
    const all = [quick, slow]
    expect(lastLines(all, [], totalOf(all, 0))).toEqual(['slower than their kept times: flows-servers 140 of 105 s', '6 passed, 0 failed'])
  })

  test('that is too slow has failed, with its name and the way to keep a new time', () => {
    const slow = judge('e2e', counted, went(260), limitsOf(100, 1))
    expect(outcomeLine(slow)).toBe('FAILED e2e                3 passed, 1 failed in 260 s, more than 2.5 times its 100 s')
    const [named, last] = lastLines([slow], [], totalOf([slow], 0))
    expect([named, last]).toEqual([expect.stringMatching(/^too slow: .*--keep-times.*: e2e 260 of 100 s$/), '3 passed, 1 failed'])
  })

  test('that hung has failed, whatever its tests say', () => {
    const hung = judge('faults', counted, { code: null, seconds: 500, hung: true }, limitsOf(100, 1))
    expect(hung.failed).toBe(1)
    expect(outcomeLine(hung)).toBe('FAILED faults             3 passed, 1 failed in 500 s, ended because it hung')
    expect(lastLines([hung], ['k8s: no helm'], totalOf([hung], 0))).toEqual([
      'left out: k8s: no helm',
      'hung, and ended at five times their kept times: faults 500 of 100 s',
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
  /** A machine of slowness 2; `more`: further options of the run. */
  const run = async (tiers: Tier[], more: Partial<Running> = {}) => {
    const said: string[] = []
    const running: Running = {
      root: folder,
      env: process.env,
      results: join(folder, 'results'),
      slowness: 2,
      measure: async () => 2,
      limitsOf: (_, slowness) => limitsOf(undefined, slowness),
      wanted: [],
      extra: [],
      inCi: false,
      say: (line) => said.push(line),
      grace: 0.2,
      ...more,
    }
    const { outcomes, leftOut, broken } = await runTiers(tiers, running)
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
    const expected: Record<string, number> = { first: 0.8, 'second-a': 0.2, 'second-b': 0.1, third: 60 }
    const { said, outcomes, last } = await run(
      [
        { name: 'first', needs: [], script: hanging },
        { name: 'second', needs: [], script: hanging, runs: [{ name: 'a' }, { name: 'b' }] },
        { name: 'third', needs: [], script: quick },
      ],
      { limitsOf: (label) => ({ expected: expected[label]!, named: 1000, most: 1000, hang: 5 * expected[label]! }) },
    )
    expect(outcomes.map(({ label, pace, failed }) => [label, pace, failed])).toEqual([
      ['first', 'hung', 1],
      ['second-a', 'hung', 1],
      ['second-b', 'hung', 1],
      ['third', 'as kept', 0],
    ])
    // the time of an earlier run is not used for the next
    for (const [nth, least] of [4, 1, 0.5].entries()) expect(outcomes[nth]?.seconds).toBeGreaterThanOrEqual(least)
    expect(said.filter((line) => line.startsWith('FAILED'))).toHaveLength(3)
    expect(last.at(-2)).toMatch(
      /^hung, and ended at five times their kept times: first \d+ of \d s · second-a \d+ of \d s · second-b \d+ of \d s$/,
    )
    expect(last.at(-1)).toBe('2 passed, 3 failed')
    const pids = readFileSync(join(folder, 'results', 'first.log'), 'utf8')
      .match(/\d+/g)!
      .map(Number)
    expect(pids).toHaveLength(2)
    expect(pids.filter(alive)).toEqual([])
    expect(readFileSync(join(folder, 'results', 'third.log'), 'utf8')).toContain('seen slowness 2')
    const times = JSON.parse(readFileSync(join(folder, 'results', 'times.json'), 'utf8'))
    expect(times[2]).toEqual({ label: 'second-b', seconds: expect.any(Number), expected: 0.1, slowness: 2 })
    expect(times).toHaveLength(4)
  })

  test('one that is too slow is judged by the slowness at its end', async () => {
    const kept = {
      limitsOf: (_: string, slowness: number) => ({ expected: 0.001, named: 0.001, most: slowness < 9 ? 0.002 : 60, hang: 60 }),
    }
    const tier: Tier = { name: 'first', needs: [], script: quick }
    const [still] = (await run([tier], kept)).outcomes
    const [slower] = (await run([tier], { ...kept, measure: async () => 9 })).outcomes
    expect([still, slower].map((one) => [one?.pace, one?.failed])).toEqual([
      ['too slow', 1],
      ['slower', 0],
    ])
  })

  /** A test that writes a file of its name and ends once the file of the other name exists. */
  const waitsFor = (own: string, other: string) =>
    script(
      own,
      `import { existsSync, writeFileSync } from 'node:fs'
       writeFileSync(${JSON.stringify(join(folder, own))}, '')
       while (!existsSync(${JSON.stringify(join(folder, other))})) await new Promise((go) => setTimeout(go, 20))
       console.log('1 passed, 0 failed')`,
    )

  test('one runs beside another where both run', async () => {
    const [left, right] = [waitsFor('left', 'right'), waitsFor('right', 'left')]
    const pair: Tier[] = [
      { name: 'left', needs: [], script: left },
      { name: 'right', needs: [], script: right, beside: 'left' },
    ]
    expect((await run(pair)).last).toEqual(['2 passed, 0 failed'])
    expect((await run(pair, { wanted: ['right'] })).last).toEqual(['1 passed, 0 failed'])
    expect(stagesOf(tiers.filter(({ long }) => !long)).map((stage) => stage.map(({ name }) => name))).toContainEqual(['features', 'faults'])
  })

  test('of whose files only some are wanted, only the runs with such files run', async () => {
    const tier: Tier = {
      name: 'first',
      needs: [],
      script: quick,
      runs: [
        { name: 'a', files: ['flows/rights'] },
        { name: 'b', files: ['flows/erase'] },
      ],
    }
    const { outcomes } = await run([tier], { files: new Map([['first', ['tests/flows/rights/course.test.ts']]]) })
    expect(outcomes.map(({ label }) => label)).toEqual(['first-a'])
  })
})
