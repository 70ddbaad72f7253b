/// <reference lib="dom" />
// A browser without a debugger while a page opens: an attached debugger takes time from the page (it receives every request, and V8 parses
// again whatever throws). The times of the paints are read afterwards.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { program } from '../../e2e/browser.ts'
import type { Visit } from './visit.ts'

export type Painted = Pick<Visit, 'fcp' | 'lcp' | 'blocking' | 'cls'>
type Cookie = { name: string; value: string; url: string }

export type Alone = {
  /** Opens the address in a new tab, waits `idle` milliseconds and closes it again. */
  visit(address: string, idle: number): Promise<Painted>
  stop(): Promise<void>
}

/** A browser with its profile in `folder`, 1280 × 800. */
export async function browseAlone(folder: string, cookies: Cookie[]): Promise<Alone> {
  const own = [
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    '--window-size=1280,800',
    '--lang=en',
    '--no-first-run',
  ]
  const chromium = spawn(program.executablePath, [...program.args, ...own, 'about:blank'], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => chromium.once('exit', () => resolve()))
  const portFile = join(folder, 'DevToolsActivePort')
  for (let tries = 0; !existsSync(portFile) || readFileSync(portFile, 'utf8').split('\n').length < 2; tries++) {
    if (tries === 300) throw new Error(`${program.executablePath} did not start within 30 s`)
    await pause(100)
  }
  const [port, path] = readFileSync(portFile, 'utf8').split('\n')
  const line = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  await new Promise((resolve, reject) => {
    line.addEventListener('open', resolve)
    line.addEventListener('error', reject)
  })
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  line.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data))
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
  })
  let last = 0
  const ask = (method: string, params: object = {}, sessionId?: string) => {
    const answer = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(++last, answer)
    line.send(JSON.stringify({ id: last, method, params, sessionId }))
    return answer.promise
  }
  /** Attaches to a tab only while `inside` runs. */
  const within = async <T>(targetId: unknown, inside: (session: string) => Promise<T>): Promise<T> => {
    const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true })
    const result = await inside(String(sessionId))
    await ask('Target.detachFromTarget', { sessionId })
    return result
  }
  if (cookies.length > 0) await ask('Storage.setCookies', { cookies })
  return {
    async visit(address, idle) {
      const { targetId } = await ask('Target.createTarget', { url: 'about:blank' })
      await pause(500)
      await within(targetId, (session) => ask('Page.navigate', { url: address }, session))
      await pause(idle)
      const { result } = await within(targetId, (session) =>
        ask('Runtime.evaluate', { expression: `(${painted})()`, awaitPromise: true, returnByValue: true }, session),
      )
      await ask('Target.closeTarget', { targetId })
      const seen = (result as { value?: Painted }).value
      if (!seen?.lcp) throw new Error(`nothing was painted at ${address}`)
      return seen
    },
    async stop() {
      chromium.kill()
      await ended
    },
  }
}

/** Runs in the page: the browser's records of its paints, long tasks and shifts. */
async function painted(): Promise<Painted> {
  const kept = (type: string) =>
    new Promise<(PerformanceEntry & { value?: number; hadRecentInput?: boolean })[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve([]), 500)
    })
  const [paints, largest, tasks, shifts] = await Promise.all(['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'].map(kept))
  return {
    fcp: paints?.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
    lcp: largest?.at(-1)?.startTime ?? 0,
    blocking: (tasks ?? []).reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    cls: (shifts ?? []).reduce((sum, { value = 0, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
  }
}
