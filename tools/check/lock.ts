// Completes the lock file: a registry mirror that lags behind lacks some platforms' builds (biome for macOS, say); `npm install` then omits them, and
// `npm ci` refuses that file everywhere. `node tools/check/lock.ts` after `npm install`; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'

type Entry = { version?: string; optionalDependencies?: Record<string, string>; dev?: boolean }
type Lock = { packages: Record<string, Entry & Record<string, unknown>> }

const file = new URL('../../package-lock.json', import.meta.url)
const lock: Lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openharmony', 'netbsd', 'openbsd', 'sunos', 'aix']
const processors: Record<string, string> = {
  arm: 'arm',
  armv7: 'arm',
  aarch64: 'arm64',
  ...same('arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64'),
}
function same(...words: string[]) {
  return Object.fromEntries(words.map((word) => [word, word]))
}

/** The entry that npm would write, as far as the name determines it; the checksum follows with the first install on that platform. */
function entryOf(name: string, version: string, dev: boolean | undefined): Entry & Record<string, unknown> {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = [...new Set(words.flatMap((word) => processors[word] ?? []))]
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : undefined
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}

const missing: string[] = []
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const there = lock.packages[`${path}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]
    if (there || !/^\d+\.\d+\.\d+/.test(version)) continue
    lock.packages[`node_modules/${name}`] = entryOf(name, version, dev)
    missing.push(name)
  }

if (missing.length === 0) console.log('the lock file names the packages of every platform')
else if (process.argv.includes('--check')) {
  console.error(
    `package-lock.json lacks ${missing.length} packages of other platforms (${missing[0]} …), so npm ci refuses it: node tools/check/lock.ts`,
  )
  process.exitCode = 1
} else {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`put ${missing.length} packages of other platforms back into package-lock.json`)
}
