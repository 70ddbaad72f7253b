// The needs of a tier beyond npm's packages, and the way a fresh Debian gets them. Each answers a sentence about a missing part, or nothing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerName, serverNames, stack } from '../../deploy/stack/config.ts'
import { aptInstall, chartTools, chartToolsAtHand, onPath, quietly, printStep } from '../../deploy/stack/obtain.ts'
import { runningServers, stackEnv, startServers } from '../../deploy/stack/servers.ts'

/** `missing` is not available here and may be left out on a laptop; `broken` is our fault and fails everywhere. */
export type Availability = { missing?: string; broken?: string; env?: Record<string, string> }

const startedByUs: { value: boolean } = { value: false }
/** True when this run started the servers, and therefore ends them. */
export const ownServers = () => startedByUs.value

/** Kafka, Redis, S3 and PostgreSQL. */
export async function servers(): Promise<Availability> {
  const before = await runningServers()
  if (before.length < serverNames.length) {
    printStep(`starting ${serverNames.filter((name) => !before.includes(name)).join(', ')}`)
    startedByUs.value ||= before.length === 0
  }
  try {
    const { missing } = await startServers()
    const env = await stackEnv()
    return missing.length > 0 ? { missing: `the servers ${list(missing)}` } : { env }
  } catch (error) {
    return { missing: `the servers: ${(error as Error).message}` }
  }
}
const list = (names: ServerName[]) => names.join(', ')

/**
 * A Chromium with fonts for Thai and Chinese. Its headless build comes first: it has no window to draw, and the same pages take half of the
 * processor time.
 */
export async function browser(): Promise<Availability> {
  await aptInstall(['fonts-noto-cjk', 'fonts-thai-tlwg', 'fonts-noto-core'], 'fonts for Thai and Chinese')
  const why = 'a browser'
  if (!stack.env.CHROMIUM_PATH && !(await aptInstall(['chromium-headless-shell'], why))) await aptInstall(['chromium'], why)
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  const found =
    stack.env.CHROMIUM_PATH ??
    ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => onPath(name)).find(Boolean) ??
    (existsSync(mac) ? mac : undefined)
  return found ? { env: { CHROMIUM_PATH: found } } : { missing: 'Chromium: install it, or name one in CHROMIUM_PATH' }
}

const script = async (...args: string[]): Promise<Availability> =>
  (await quietly(process.execPath, args, { cwd: stack.root, env: stack.env })) ? {} : { broken: `${args[0]} fails` }

/** Prisma's clients and the facts' TypeScript. */
export const generated = () => script('tools/generate.mjs')
let filled: Promise<Availability> | undefined
/** Node's compile cache with the modules of the server: a product starts with half of the processor time, and tests of faults start it often. */
export const compiled = (): Promise<Availability> => (filled ??= fillCompileCache())
async function fillCompileCache(): Promise<Availability> {
  const env = { NODE_COMPILE_CACHE: join(stack.root, 'test-results/compile-cache') }
  const done = await quietly(process.execPath, ['runtime/compile-cache.ts'], { cwd: stack.root, env: { ...stack.env, ...env } })
  return done ? { env } : { broken: 'runtime/compile-cache.ts fails' }
}
/** The page's production build. */
export const page = () => script('web/build.mjs', '--if-stale')

/** Both lines of helm, and the validator of objects against Kubernetes's schemas. */
export async function charts(): Promise<Availability> {
  const found = await chartTools(stack)
  const missing = Object.entries(found).flatMap(([name, path]) => (path ? [] : [name.toLowerCase()]))
  return missing.length > 0 ? { missing: missing.join(' and ') } : { env: found as Record<string, string> }
}
export const chartsAtHand = () => chartToolsAtHand(stack)
